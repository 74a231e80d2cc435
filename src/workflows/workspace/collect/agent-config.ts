import type { Git } from '../../../host/git/git.ts';
import { shown } from '../../../host/fs/inside.ts';
import { importCommit, type Change } from './import.ts';
import { foundAs, withParents } from './names.ts';
import { readTree } from './tree.ts';

const FILES = /^(claude(\.local)?\.md|agents(\.override)?\.md|gemini\.md|\.mcp\.json|\.gitmodules)$/i;
const FOLDERS = /^(\.claude|\.husky|\.codex|\.gemini|\.agents)$/i;

/** What agents, and tools that run by themselves, take their orders from, on whatever file system. */
export function isAgentConfig(path: string): boolean {
  const names = foundAs(shown(path)).split('/');
  return FILES.test(names.at(-1) ?? '') || names.some((name) => FOLDERS.test(name));
}

/**
 * A variant of `commit` in which the files that agents obey are those of `base`: for heads of people outside. Gives
 * the commit itself where they do not differ.
 */
export async function withConfigOf(
  git: Git,
  gitDir: string,
  ref: string,
  commit: string,
  base: string,
): Promise<string> {
  const [head, theirs] = [await readTree(git, gitDir, commit), await readTree(git, gitDir, base)];
  const changes: Change[] = [];
  for (const path of head.keys()) if (isAgentConfig(path) && !theirs.has(path)) changes.push({ path });
  const gone = new Set(changes.map(({ path }) => path));
  for (const [path, entry] of theirs) {
    if (!isAgentConfig(path) || head.get(path)?.id === entry.id) continue;
    // Below what is no folder in the head there is nothing to be obeyed.
    const above = [...withParents(path)].slice(0, -1);
    if (above.some((part) => head.has(part) && !gone.has(part))) continue;
    changes.push({ path, to: entry });
  }
  if (changes.length === 0) return commit;
  const message = `Take the agents' configuration from ${base}\n`;
  return importCommit(git, gitDir, ref, { parents: [commit], from: commit, changes, message, at: 0 });
}
