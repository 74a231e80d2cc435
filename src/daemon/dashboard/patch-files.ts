import type { ChangedFile } from '../../work/pull.ts';

/** What `git diff` says, file by file, as a forge would tell it. */
export function filesOfPatch(text: string): ChangedFile[] {
  return text
    .split(/^(?=diff --git )/m)
    .flatMap((part) => (part.startsWith('diff --git ') ? [fileOf(part)] : []));
}

function fileOf(part: string): ChangedFile {
  const start = part.search(/^@@ /m);
  const head = start === -1 ? part : part.slice(0, start);
  const patch = start === -1 ? null : part.slice(start).replace(/\n$/, '');
  const named = (pattern: RegExp) => pattern.exec(head)?.[1];
  const before = named(/^--- "?a\/(.*?)"?\t?$/m);
  const after = named(/^\+\+\+ "?b\/(.*?)"?\t?$/m);
  const from = named(/^rename from (.*)$/m);
  const path = named(/^rename to (.*)$/m) ?? after ?? before ?? named(/^diff --git a\/.* b\/(.*)$/m) ?? '';
  const lines = (patch ?? '').split('\n');
  return {
    path,
    previousPath: from ?? null,
    status: /^new file/m.test(head)
      ? 'added'
      : /^deleted file/m.test(head)
        ? 'removed'
        : from
          ? 'renamed'
          : 'modified',
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
    patch,
  };
}
