/** What a person can say when the rounds of review are used up; `continue` allows one more. */
export const ROUNDS_OPTIONS = ['approve', 'continue', 'stop'];
/** What a person can say when people's remarks, or red checks, go on and on; `continue` allows one more improvement. */
export const MORE_OPTIONS = ['continue', 'stop'];
