import type { RecordedEvent } from '../../../work/events.ts';

const LONGEST = 400;

/** One line of the log, without what only programs need. */
export function eventText({ seq: _seq, at, type, ...fields }: RecordedEvent): string {
  const said = Object.entries(fields)
    .filter(([key, value]) => key !== 'work' && key !== 'run' && value !== null && value !== '')
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return `${at.slice(11, 19)} ${type} ${said.join(' ')}`.slice(0, LONGEST);
}
