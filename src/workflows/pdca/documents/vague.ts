const KOREAN = ['적절히', '필요 시', '필요시', '가능하면', '기타'];
const ENGLISH = ['appropriately', 'as needed', 'if possible', 'etc.', 'etc', 'and so on'].map((word) => ({
  word: word === 'etc' ? 'etc.' : word,
  pattern: new RegExp(
    `(?<![\\w/-])${word.replaceAll('.', '\\.').replaceAll(' ', '\\s{1,9}')}(?![\\w/-])`,
    'i',
  ),
}));

/** Words that let a plan mean anything (QG3), with the line each stands in. Code is left out. */
export function vagueWords(markdown: string): { word: string; line: number }[] {
  const found: { word: string; line: number }[] = [];
  let fence: string | undefined;
  for (const [at, line] of markdown.split('\n').entries()) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      continue;
    }
    if (fence !== undefined) continue;
    const text = line.replaceAll(/`[^`]*`/g, ' ');
    const words = new Set<string>();
    for (const word of KOREAN) if (text.includes(word)) words.add(word);
    // 등 is also the end of 평등 and the beginning of 등록: it counts only as a word of its own.
    if (/(?:^|[\s,()·])등(?=$|[\s.,;:)!?])/u.test(text)) words.add('등');
    for (const { word, pattern } of ENGLISH) if (pattern.test(text)) words.add(word);
    for (const word of words) found.push({ word, line: at + 1 });
  }
  return found;
}
