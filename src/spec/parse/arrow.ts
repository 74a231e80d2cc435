/**
 * Splits `input → output` at its first arrow outside code. `→` wins over `->`, so that a signature with `->`
 * may stand on either side; a hyphen inside words is never an arrow.
 */
export function splitArrow(text: string): { left: string; right: string } | undefined {
  return splitAt(text, '→') ?? splitAt(text, '->') ?? splitAt(text, '⇒') ?? splitAt(text, '=>');
}

function splitAt(text: string, arrow: string): { left: string; right: string } | undefined {
  const first = text.indexOf(arrow);
  if (first === -1) return undefined;
  const at = outsideCode(text, arrow, first) ?? first;
  let end = at;
  // `-->` and `==>` are long arrows.
  if (arrow.length === 2) while (end > 0 && text[end - 1] === arrow[0]) end -= 1;
  const left = text.slice(0, end).trim();
  const right = text.slice(at + arrow.length).trim();
  return left === '' || right === '' ? undefined : { left, right };
}

function outsideCode(text: string, arrow: string, first: number): number | undefined {
  let candidate: number | undefined;
  let at = first;
  let tick = text.indexOf('`');
  while (at !== -1) {
    if (tick !== -1 && tick < at) {
      const close = text.indexOf('`', tick + 1);
      if (close === -1) return candidate ?? at;
      if (close > at) at = text.indexOf(arrow, close + 1);
      tick = text.indexOf('`', close + 1);
      continue;
    }
    const spaced = text.charCodeAt(at - 1) <= 32 || text.charCodeAt(at + arrow.length) <= 32;
    if (spaced || arrow.length === 1) return at;
    // `a->b` is an arrow only when no free-standing one comes later.
    candidate ??= at;
    at = text.indexOf(arrow, at + arrow.length);
  }
  return candidate;
}
