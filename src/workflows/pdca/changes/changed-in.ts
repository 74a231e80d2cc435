/** One file of a unified diff. */
export interface Changed {
  path: string;
  deleted: boolean;
  added: { line: number; text: string }[];
  removed: string[];
}

export function changedIn(diff: string): Changed[] {
  const files: Changed[] = [];
  let file: Changed | undefined;
  let line = 0;
  let inHunk = false;
  for (const text of diff.split('\n')) {
    const header = /^diff --git (?:"?a\/(.*?)"?) (?:"?b\/(.*?)"?)$/.exec(text);
    if (header !== null) {
      file = { path: header[2] ?? '', deleted: false, added: [], removed: [] };
      files.push(file);
      inHunk = false;
      continue;
    }
    if (file === undefined) continue;
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) {
      line = Number(hunk[1]);
      inHunk = true;
    } else if (!inHunk) {
      if (text.startsWith('deleted file mode')) file.deleted = true;
      if (text.startsWith('--- ') && file.path === '') file.path = text.slice(6);
    } else if (text.startsWith('+')) {
      file.added.push({ line, text: text.slice(1) });
      line += 1;
    } else if (text.startsWith('-')) file.removed.push(text.slice(1));
    else if (text.startsWith(' ')) line += 1;
  }
  return files;
}
