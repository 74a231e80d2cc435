const READING_SCRIPTS =
  /^(test|lint|check|type|types|typecheck|spec|unit|e2e|integration|verify|coverage|audit|dead|ci)([:._-]|$)|[:._-](check|test|lint)$/;

/** Names that scripts and goals have which look and do not change anything. */
export function isReadingScript(name: string): boolean {
  return (READING_SCRIPTS.test(name) || /^(t|tst)$/.test(name)) && !/fix|write|update/.test(name);
}
