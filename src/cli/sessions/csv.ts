import type { Row } from '../../host/db/sqlite.ts';

/** Rows as RFC 4180 wants them. A cell that a spreadsheet would take for a formula is led by an apostrophe. */
export function csvText(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return '';
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function cell(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = typeof value === 'string' ? value : Buffer.from(value).toString('base64');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
