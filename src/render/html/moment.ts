import { html } from 'hono/html';
import { span } from '../moments.ts';
import type { Html } from './html.ts';

/**
 * How far away a moment is, with the exact time on hover. The server says it in UTC; where a script runs, it goes on
 * counting and tells the exact time in the reader's zone.
 */
export function moment(iso: string, now: number): Html {
  return html`<time datetime="${iso}" data-relative title="${exact(iso)}">${distance(iso, now)}</time>`;
}

/** The time of day, for lists in which one thing follows another. */
export function clockTime(iso: string): Html {
  return html`<time datetime="${iso}" data-clock title="${exact(iso)}">${iso.slice(11, 16)}</time>`;
}

function distance(iso: string, now: number): string {
  const secs = (Date.parse(iso) - now) / 1_000;
  if (Math.abs(secs) < 5) return 'now';
  return secs > 0 ? `in ${span(secs)}` : `${span(-secs)} ago`;
}

/** As every moment of ours is written: thousands of them on a page need no calendar. */
const OURS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function exact(iso: string): string {
  if (OURS.test(iso)) return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
