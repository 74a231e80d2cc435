import { AutodevError } from './errors.ts';

/** Local days, written `2026-02-20`. A day on which the clocks change is not 24 hours long. */

export interface Span {
  from: number;
  to: number;
}

export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number);
  const day = new Date(Date.UTC(year, month - 1, date));
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
}

/** The local date of a moment. */
export function dayOf(ms: number): string {
  const at = new Date(ms);
  return written(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** The day that lies so many days later. */
export function addDays(day: string, days: number): string {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3_600_000);
  return written(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}

/** From the first moment of a local day to the first of the next. */
export function daySpan(day: string): Span {
  return { from: atHour(day, 0), to: atHour(addDays(day, 1), 0) };
}

/** When a local hour of a day begins. An hour that the clocks skip is the one after; one they repeat, the first. */
export function atHour(day: string, hour: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, hour).getTime();
}

/** `20260220`: a day as the number of a work item, and back. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}

export function dayOfNumber(number: number): string | undefined {
  const digits = String(number).padStart(8, '0');
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return isDay(day) ? day : undefined;
}

/** What a person wrote for a day: a date, `today`, `yesterday`. */
export function parseDay(text: string, now: number): string {
  if (text === 'today') return dayOf(now);
  if (text === 'yesterday') return addDays(dayOf(now), -1);
  if (isDay(text)) return text;
  throw new AutodevError('usage', `not a day: ${text}`, {
    hint: 'write it as 2026-02-20, today or yesterday',
  });
}

function written(year: number, month: number, date: number): string {
  const digits = (n: number, length: number) => String(n).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(date, 2)}`;
}
