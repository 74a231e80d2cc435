const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A time as all agents write it today (UTC, milliseconds), so that text order is time order; null if it is none. */
export function timestampOf(value: unknown): string | null {
  if (typeof value === 'number') return fromMs(value);
  if (typeof value !== 'string') return null;
  return USUAL.test(value) ? value : fromMs(Date.parse(value));
}

const PATTERN = Buffer.from('0000-00-00T00:00:00.000Z');

/** The usual kind of time in the string literal at `start`; undefined when it is another. */
export function timestampAt(bytes: Buffer, start: number, end: number): string | undefined {
  if (end - start !== PATTERN.length + 2) return undefined;
  for (let i = 0; i < PATTERN.length; i += 1) {
    const byte = bytes[start + 1 + i] ?? 0;
    if (PATTERN[i] === 48 ? byte < 48 || byte > 57 : byte !== PATTERN[i]) return undefined;
  }
  return bytes.toString('latin1', start + 1, end - 1);
}

function fromMs(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : null;
}

const mondays = new Map<string, string>();
let latest = { date: 'none', monday: '' };
const DAY = 86_400_000;

/** The Monday (UTC) of a timestamp's week, as a date. */
export function mondayOf(timestamp: string): string {
  if (timestamp.startsWith(latest.date)) return latest.monday;
  const date = timestamp.slice(0, 10);
  const monday = mondays.get(date) ?? countMonday(date);
  latest = { date, monday };
  return monday;
}

function countMonday(date: string): string {
  const ms = Date.parse(`${date}T00:00:00.000Z`);
  const weekday = (new Date(ms).getUTCDay() + 6) % 7;
  const monday = new Date(ms - weekday * DAY).toISOString().slice(0, 10);
  if (mondays.size > 10_000) mondays.clear();
  mondays.set(date, monday);
  return monday;
}
