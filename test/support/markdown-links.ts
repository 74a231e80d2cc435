/** A page without its code, in which brackets are no links. */
function prose(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').replaceAll(/(`+)(?:(?!\1)[^\n])+\1/g, '');
}

/** Where the links and pictures of a page lead. */
export function linksOf(text: string): string[] {
  return [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
}

/** The anchors that GitHub makes from the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const headings = text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  for (const [, heading = ''] of headings) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    for (let at = 0; ; at += 1) {
      const anchor = at === 0 ? slug : `${slug}-${at}`;
      if (anchors.has(anchor)) continue;
      anchors.add(anchor);
      break;
    }
  }
  return anchors;
}
