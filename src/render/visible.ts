/** Control characters, marks that turn the direction of a line, and characters of no width that hide others. */
const OBEYED = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Text from outside cannot move the cursor, change colours or turn the direction of what follows. */
export function visible(text: string): string {
  return text.replaceAll(OBEYED, '');
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.replaceAll(OBEYED, (each) => (each === '\n' || each === '\t' ? each : ''));
}

/** The same for every text within a value, as it is shown on a terminal. */
export function inert<T>(value: T): T;
export function inert(value: unknown): unknown {
  if (typeof value === 'string') return visibleLines(value);
  if (Array.isArray(value)) return value.map((each: unknown) => inert(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inert<unknown>(each)]));
}
