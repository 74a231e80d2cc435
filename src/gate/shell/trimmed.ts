/** Without blanks around it. A pattern would look at every blank inside as well, as often as there are blanks. */
export function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t' || sign === '\n';
