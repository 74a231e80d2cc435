import type { Git, GitOptions } from '../../host/git/git.ts';

/** Two commits of a clone, compared by their objects. */
export interface Compared {
  from: string;
  to: string;
}

const CAP = 4 * 1024 * 1024;
/** A moved file is one that is gone and one that came, and no attribute of the repository hides a line. */
const WHOLE = ['--text', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];

/** The last line of a difference that is larger than anyone looks through. */
export const CUT = '\\ cut: too large to be looked through';

/** A difference to be checked by code. */
export async function wholeDiff(git: Git, at: GitOptions, { from, to }: Compared): Promise<string> {
  const done = await git.run(['diff', ...WHOLE, from, to], { ...at, maxOutputBytes: CAP });
  const text = done.stdout.toString('utf8');
  return done.truncated ? `${text}\n${CUT}\n` : text;
}

export async function changedFiles(git: Git, at: GitOptions, { from, to }: Compared): Promise<string[]> {
  const out = await git.text(['diff', '--name-only', '-z', ...WHOLE, from, to], at);
  return out.split('\0').filter((name) => name !== '');
}
