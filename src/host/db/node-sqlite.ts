/** The one door to SQLite, for the files of `src/host` only. */
export { constants, DatabaseSync } from 'node:sqlite';
export type { SQLInputValue, StatementSync } from 'node:sqlite';
