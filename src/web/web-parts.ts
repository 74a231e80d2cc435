import type { WebSource } from '../api/board/web-source.ts';
import type { Clock } from '../host/clock.ts';
import type { Door } from './door.ts';

/** What the dashboard is made of. */
export interface WebParts {
  source: WebSource;
  door: Door;
  clock: Clock;
}
