/** What a person can say when the rounds of review are used up; `continue` allows one more. */
export const ROUNDS_OPTIONS = ['approve', 'continue', 'stop'];
