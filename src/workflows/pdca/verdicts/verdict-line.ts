/** The verdict of a teammate that answered in text: its first line, `VERDICT: …`. Anything else is no verdict. */
export function verdictLine(
  text: string,
): { verdict: string; domain: string | undefined; rest: string } | undefined {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n');
  const verdict = /^\**VERDICT:\s*\**\s*([A-Z]+)\**\s*$/.exec(lines[0]?.trim() ?? '')?.[1];
  if (verdict === undefined) return undefined;
  const rest = lines.slice(1).join('\n').trim();
  const domain = /^\**DOMAIN:\**\s*\**\s*([A-Za-z]+)/m.exec(rest)?.[1];
  return { verdict, domain, rest };
}
