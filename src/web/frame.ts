import type { Status } from '../api/status.ts';
import type { Html } from '../render/html/html.ts';

/** What every page is made within. */
export interface Frame {
  status: Status;
  now: number;
  /** What every form carries. */
  csrf: string;
  /** Why nothing can be changed from here; null: it can. */
  readOnly: string | null;
  /** What came of the command that led here. */
  said: string | null;
  /** Path of the page, for what leads back to it. */
  path: string;
}

export interface Page {
  title: string;
  body: Html;
  /** The item that the page is about: only what happens to it changes the page. */
  work?: string;
}
