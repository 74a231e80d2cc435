const MARK = /'(?:[^']|'')*'|\?(\d*)/g;
const known = new Map<string, string>();

/** `?` and `?2` as PostgreSQL writes them: the next value is the one after the highest so far, as in SQLite. */
export function withDollars(sql: string): string {
  const made = known.get(sql) ?? translate(sql);
  known.set(sql, made);
  return made;
}

function translate(sql: string): string {
  let highest = 0;
  return sql.replaceAll(MARK, (found: string, digits: string | undefined) => {
    if (digits === undefined) return found;
    const number = digits === '' ? highest + 1 : Number(digits);
    highest = Math.max(highest, number);
    return `$${number}`;
  });
}
