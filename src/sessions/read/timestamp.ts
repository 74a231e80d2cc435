const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A time as all agents write it today (UTC, milliseconds), so that text order is time order; null if it is none. */
export function timestampOf(value: unknown): string | null {
  if (typeof value === 'number') return fromMs(value);
  if (typeof value !== 'string') return null;
  return USUAL.test(value) ? value : fromMs(Date.parse(value));
}

function fromMs(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}

const mondays = new Map<string, string>();
const DAY = 86_400_000;

/** The Monday (UTC) of a timestamp's week, as a date. */
export function mondayOf(timestamp: string): string {
  const date = timestamp.slice(0, 10);
  const known = mondays.get(date);
  if (known !== undefined) return known;
  const ms = Date.parse(`${date}T00:00:00.000Z`);
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  const monday = new Date(ms - weekday * DAY).toISOString().slice(0, 10);
  if (mondays.size > 10_000) mondays.clear();
  mondays.set(date, monday);
  return monday;
}
