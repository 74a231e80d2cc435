import type { LookUp } from '../host/fs/look-up.ts';
import { above } from './paths.ts';

export const STATE_FOLDER = '.develop-workflow';
export const STATE_IS_OURS =
  "the workflow's state is changed only by `autodev develop`, and its gates only by verdicts or by a person at a terminal";
const STATE_FILE = `${STATE_FOLDER}/state.json`;
// A hook that takes too long is an open gate, so everything it looks at is bounded.
const STATE_CAP = 1024 * 1024;
/** Nothing is held any more, and there is no gate left that an agent could open by the file. */
export const DONE = 'DONE';
const PHASES = ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'MERGE', 'DONE'];
const GATES = ['review_clean_pass', 'architect_verified', 're_review_clean'] as const;
type Gate = (typeof GATES)[number];
const OPENED_BY: Record<Gate, string> = {
  review_clean_pass: 'autodev develop review',
  architect_verified: 'autodev develop verify',
  re_review_clean: 'autodev develop re-review',
};

/** What one state file holds shut, each with the reason, or null where that is open. */
export interface Held {
  path: string;
  /** The folder whose work it speaks of. */
  root: string;
  phase: string;
  write: string | null;
  finish: string | null;
  broken?: string;
}

/**
 * Every state file from a folder up to its repository's root. A `.git` file is the root of a worktree or
 * submodule inside the project: the search goes on above it. All that are found count, so that a second file
 * further down cannot hide the first. `beyond` does not stop at a repository: one that was made inside the project must
 * not hide the workflow from what runs a command in its sandbox.
 */
export function findStates(look: LookUp, folders: Iterable<string>, beyond = false): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const folder of folders) {
    for (let here = folder; !seen.has(here); here = above(here)) {
      seen.add(here);
      const path = `${here === '/' ? '' : here}/${STATE_FILE}`;
      if (look.entry(path) !== undefined) found.add(path);
      if (here === '/') break;
      if (beyond) continue;
      const git = look.entry(`${here}/.git`);
      if (git !== undefined && git !== 'unknown' && git.kind === 'folder') break;
    }
  }
  return [...found];
}

/** Which gates are shut in this state: for changing files, for finishing (push, commit, gh pr). */
export function readState(look: LookUp, path: string): Held {
  const root = above(above(path));
  const unreadable = (what: string): Held => {
    const why = `${path} cannot be read: ${what}. The gates stay closed until a person repairs or removes it`;
    return { path, root, write: why, finish: why, phase: '?', broken: why };
  };
  const found = look.target(path);
  if (found !== undefined && found.kind !== 'file') return unreadable('it is not a regular file');
  if (found !== undefined && found.size > STATE_CAP)
    return unreadable(`it has ${found.size} bytes, more than a state file can have`);
  const text = look.text(path);
  if (typeof text !== 'string') return unreadable(text.error);
  let state: unknown;
  try {
    state = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return unreadable('it is not valid JSON');
  }
  if (!isRecord(state)) return unreadable('it is not an object');
  const said = own(state, 'phase');
  if (typeof said !== 'string' || !PHASES.includes(said))
    return unreadable(`phase is ${JSON.stringify(said ?? null).slice(0, 60)}`);
  const phase = said === 'MERGE' ? 'PR' : said;
  const gates = own(state, 'gates');
  if (!isRecord(gates)) return unreadable('gates is missing or not an object');
  for (const gate of GATES) {
    const value = own(gates, gate);
    if (value !== undefined && typeof value !== 'boolean')
      return unreadable(`gates.${gate} is neither true nor false`);
  }
  const needs = (...wanted: Gate[]): string | null => {
    const shut = wanted.filter((gate) => own(gates, gate) !== true);
    if (shut.length === 0) return null;
    const how = shut.map((gate) => `\`${OPENED_BY[gate]}\``).join(', then ');
    return `phase ${phase} needs ${shut.join(' and ')}, which ${shut.length > 1 ? 'are' : 'is'} closed; ${how} opens it when the verdict is clean`;
  };
  const open = { path, root, phase, write: null, finish: null };
  if (phase === 'IMPLEMENT') return { ...open, write: needs('review_clean_pass') };
  if (phase === 'PR')
    return {
      ...open,
      write: needs('review_clean_pass', 'architect_verified'),
      finish: needs('re_review_clean'),
    };
  return open;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
