export interface Section {
  level: number;
  heading: string;
  body: string;
}

/** The headings of a Markdown document with what stands below each; fences are not headings. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    }
    const heading = fence === undefined ? /^(#{1,6})[ \t]+(.*)$/.exec(line) : null;
    if (heading !== null)
      sections.push({ level: heading[1]?.length ?? 1, heading: titleOf(heading[2] ?? ''), body: '' });
    else {
      const last = sections.at(-1);
      if (last !== undefined) last.body += `${line}\n`;
    }
  }
  return sections;
}

/** Without the closing marks of a heading. */
function titleOf(text: string): string {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return title.slice(0, end).trim();
}

/** Whether a heading is about one of these words, numbered or not: `## 1. Background`, `## 위험 요소`. */
export function isAbout(heading: string, words: readonly string[]): boolean {
  const text = heading.replace(/^[\d.)\s*_]+/, '').toLowerCase();
  return words.some((word) => {
    const at = text.indexOf(word.toLowerCase());
    if (at === -1) return false;
    // English words stand alone; Korean ones take endings.
    return /[a-z]/i.test(word) ? !/[a-z]/.test(text[at - 1] ?? '') : true;
  });
}

export function hasHeading(markdown: string, words: readonly string[], level?: number): boolean {
  return sectionsOf(markdown).some(
    (section) => (level === undefined || section.level === level) && isAbout(section.heading, words),
  );
}
