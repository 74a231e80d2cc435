import type { html } from 'hono/html';

/** A piece of a page. Whatever a template puts in is escaped. */
export type Html = ReturnType<typeof html>;
