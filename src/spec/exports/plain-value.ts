const SHOWN = 200;

/** `name = value` when the value is short and on one line, else what stands before it. */
export function withPlainValue(before: string, value: string | undefined): string {
  const plain = value !== undefined && value.length <= SHOWN && !value.includes('\n') && isLiteral(value);
  return plain ? `${before} = ${value}` : before;
}

/** A number, a string, a constant, or a list of those; no call, no block. */
function isLiteral(value: string): boolean {
  const bare = value.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|`[^`]*`/g, '0');
  return !/[({=]|->|\bfunc\b|\blambda\b/.test(bare);
}
