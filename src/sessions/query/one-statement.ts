/** Whether SQL text goes on after its first statement: SQLite would ignore the rest without a word. */
export function hasSecondStatement(sql: string): boolean {
  const rest = sql.replace(SKIPPED, (text) => (text.startsWith('-') || text.startsWith('/') ? ' ' : 'x'));
  const end = rest.indexOf(';');
  return end !== -1 && rest.slice(end).replace(/[;\s]/g, '') !== '';
}

/** Strings, quoted names and comments, in which a semicolon means nothing. */
const SKIPPED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
