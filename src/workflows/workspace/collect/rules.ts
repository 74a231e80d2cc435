import { join } from 'node:path';
import { makeFolder, writeText } from '../../../host/fs/files.ts';
import { readInside, shown } from '../../../host/fs/inside.ts';
import { temporaryFolder } from '../../../host/fs/temporary.ts';
import type { Git, GitOptions } from '../../../host/git/git.ts';
import { systemRandom } from '../../../host/random.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { refused } from './refused.ts';

const LARGEST = 1024 * 1024;
/** A few patterns with many stars keep git busy for ever. */
const LONGEST_MS = 20_000;

/**
 * What the `.gitignore` and `.gitattributes` files of a worktree say, asked of git in a folder of our own that holds
 * copies of these files and nothing else. No command can be named in them: filters would have to be in the clone's
 * config, and there are none.
 */
export interface Rules extends AsyncDisposable {
  /** A file of rules was seen in the worktree. */
  note(path: string): void;
  /** Those of the paths that are ignored. */
  ignored(asked: readonly { path: string; folder: boolean }[]): Promise<Set<string>>;
  /** The content as git would keep it: line ends and encodings as the attributes say. Undefined: as it is. */
  converted(
    files: readonly { path: string; content: Buffer }[],
    inTime: () => void,
  ): Promise<Map<string, string>>;
}

const ATTRIBUTES = ['text', 'eol', 'crlf', 'ident', 'working-tree-encoding'];

export async function openRules(
  git: Git,
  gitDir: string,
  root: string,
  commit: string,
  longestMs = LONGEST_MS,
): Promise<Rules> {
  const folder = await temporaryFolder(systemRandom);
  const place = (path: string) => join(folder.path, 'files', shown(path));
  await makeFolder(join(folder.path, 'files'));
  const asked: GitOptions = {
    cwd: join(folder.path, 'files'),
    timeoutMs: longestMs,
    env: {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: join(folder.path, 'files'),
      GIT_INDEX_FILE: join(folder.path, 'index'),
    },
  };
  let seen: string[] = [];
  let attributes = false;
  const copy = async () => {
    const fresh = seen;
    seen = [];
    for (const path of fresh) {
      const content = readInside(root, path, LARGEST);
      if (content !== undefined) await writeText(place(path), content);
    }
  };

  return {
    note: (path) => {
      seen.push(path);
      attributes ||= path.endsWith('.gitattributes');
    },
    ignored: async (places) => {
      if (places.length === 0) return new Set();
      await copy();
      // Whether a rule for folders applies git sees by what is there.
      for (const { path, folder: is } of places) if (is) await makeFolder(place(path));
      const input = Buffer.from(places.map(({ path }) => `${path}\0`).join(''), 'latin1');
      const args = ['check-ignore', '-z', '--stdin', '--no-index'];
      const done = await obeyed('.gitignore', () => git.run(args, { ...asked, input, ok: [1] }));
      return new Set(done.stdout.toString('latin1').split('\0'));
    },
    converted: async (files, inTime) => {
      const found = new Map<string, string>();
      if (!attributes) return found;
      await copy();
      const input = Buffer.from(files.map(({ path }) => `${path}\0`).join(''), 'latin1');
      const { stdout } = await obeyed('.gitattributes', () =>
        git.run(['check-attr', '-z', '--stdin', ...ATTRIBUTES], { ...asked, input }),
      );
      const ruled = concerned(stdout.toString('latin1').split('\0'));
      const odd = files.filter(
        ({ path, content }) => ruled.always.has(path) || (ruled.lines.has(path) && content.includes('\r\n')),
      );
      // With `text=auto` git looks whether the file had such line ends before.
      if (odd.length > 0) await git.run(['read-tree', commit], asked);
      for (const { path, content } of odd) {
        inTime();
        const args = ['hash-object', '-w', '--stdin', '--path', shown(path)];
        found.set(path, await obeyed(path, () => git.text(args, { ...asked, input: content })));
      }
      return found;
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}

/** What the session wrote into these files may be more than git can do, or nothing that it can do. */
async function obeyed<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAutodevError(error, 'git_failed')) throw error;
    throw refused(path, `git cannot do what its rules say: ${error.why ?? ''}`);
  }
}

/** Files whose line ends git would change, and those it would change in any case. */
function concerned(words: readonly string[]): { lines: Set<string>; always: Set<string> } {
  const lines = new Set<string>();
  const always = new Set<string>();
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = '', name = '', value = ''] = words.slice(at, at + 3);
    if (value === 'unspecified' || value === 'unset') continue;
    (name === 'ident' || name === 'working-tree-encoding' ? always : lines).add(path);
  }
  return { lines, always };
}
