import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';

export interface FileDiff {
  path: string;
  previousPath: string | undefined;
  status: 'added' | 'modified' | 'removed' | 'renamed' | 'copied' | 'changed';
  /** The blob after the change; before it, when the file was removed. */
  sha: string;
  additions: number;
  deletions: number;
  /** From the first `@@` on. Absent for binary files and for very large patches, as on GitHub. */
  patch: string | undefined;
}

const STATUS: Record<string, FileDiff['status']> = {
  A: 'added',
  M: 'modified',
  D: 'removed',
  R: 'renamed',
  C: 'copied',
  T: 'changed',
};
const LARGEST_PATCH = 1_000_000;
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** What changed between two commits; `from` undefined means from nothing. */
export async function readDiff(
  site: Site,
  repo: { id: number },
  from: string | undefined,
  to: string,
): Promise<FileDiff[]> {
  const gitDir = gitDirOf(site, repo);
  const base = ['diff', '-M', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index', '--abbrev=40'];
  const range = [from ?? EMPTY_TREE, to, '--'];
  const [numbers, patches] = await Promise.all([
    site.host.git.text([...base, '-z', '--raw', '--numstat', ...range], { gitDir }),
    site.host.git.text([...base, '-p', '--src-prefix=a/', '--dst-prefix=b/', ...range], { gitDir }),
  ]);
  const files = parseNumbers(numbers);
  // Both outputs name the files in the same order.
  const parts = patches.split(/^(?=diff --git )/m).filter((part) => part !== '');
  return files.map((file, index) => {
    const part = parts[index] ?? '';
    const start = part.search(/^@@ /m);
    const patch = start === -1 ? undefined : part.slice(start).replace(/\n$/, '');
    return { ...file, patch: patch !== undefined && patch.length > LARGEST_PATCH ? undefined : patch };
  });
}

function parseNumbers(text: string): Omit<FileDiff, 'patch'>[] {
  const fields = text.split('\0');
  const files: Omit<FileDiff, 'patch'>[] = [];
  const counts: { additions: number; deletions: number }[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    if (field.startsWith(':')) {
      const [, , before = '', after = '', letter = 'M'] = field.split(' ');
      const two = letter.startsWith('R') || letter.startsWith('C');
      const first = fields[at + 1] ?? '';
      const path = two ? (fields[at + 2] ?? '') : first;
      at += two ? 2 : 1;
      const status = STATUS[letter[0] ?? 'M'] ?? 'changed';
      files.push({
        path,
        previousPath: two ? first : undefined,
        status,
        sha: status === 'removed' ? before : after,
        additions: 0,
        deletions: 0,
      });
    } else if (field !== '') {
      const [added = '0', removed = '0', path = ''] = field.split('\t');
      counts.push({ additions: Number(added) || 0, deletions: Number(removed) || 0 });
      if (path === '') at += 2;
    }
  }
  return files.map((file, index) => ({ ...file, ...counts[index] }));
}

/** The whole diff as text, for `application/vnd.github.diff`. */
export async function diffText(site: Site, repo: { id: number }, from: string, to: string): Promise<string> {
  const args = ['diff', '-M', '--no-color', '--no-ext-diff', '--no-textconv', from, to, '--'];
  return (await site.host.git.run(args, { gitDir: gitDirOf(site, repo) })).stdout.toString('utf8');
}
