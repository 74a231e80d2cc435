import type { LookUp } from '../../host/fs/look-up.ts';
import { localFolders } from '../git-places.ts';
import { above } from '../paths.ts';
import { isPathTrusted } from '../programs.ts';
import type { Surroundings } from '../surroundings.ts';
import {
  receivesQuietly,
  repositoryHasNoHooks,
  repositoryOf,
  repositoryRunsNothing,
} from './git-repository.ts';

const ADD = /^(-A|-u|-v|--all|--update|--verbose|--)$/;
const COMMIT = /^(-[amqvs]+|--(all|message(=.*)?|amend|no-edit|quiet|signoff|allow-empty))$/;
const PUSH =
  /^(-[uqfv]|--(set-upstream|force-with-lease(=.*)?|tags|follow-tags|dry-run|quiet|verbose|porcelain))$/;
const FETCH = /^(-[qvpt]|--(all|prune|tags|quiet|verbose|dry-run))$/;
const GH =
  /^(pr (create|view|list|status|checks|diff|comment|edit|ready|review|close|reopen)|issue (create|view|list|status|comment|edit|close|reopen)|run (list|view|watch)|release (list|view|create)|repo view|auth status|search \w+|status)( |$)/;
/** Options of gh that open a browser or an editor of somebody's choice. */
const GH_OPENS = /^(-[a-z]*[we]|--(web|editor)(=.*)?)$/;

/**
 * Commands that add, commit, fetch, push and speak to the forge, where the repository makes git run nothing: they cannot reach
 * the workflow's state, so with open gates they run as they are.
 */
export function finishesPlainly(
  around: Surroundings,
  words: readonly string[],
  cwd: string,
  roots: readonly string[],
): boolean {
  const [program = '', verb = '', ...rest] = words;
  const still = () =>
    isPathTrusted(around, roots) &&
    repositoryHasNoHooks(around.look, cwd) &&
    hasNoModules(around.look, cwd) &&
    repositoryRunsNothing(around, cwd, roots);
  if (program === 'gh')
    return GH.test(words.slice(1).join(' ')) && !words.some((word) => GH_OPENS.test(word)) && still();
  const options = { add: ADD, commit: COMMIT, push: PUSH, fetch: FETCH }[verb];
  if (program !== 'git' || options === undefined) return false;
  const messages = verb === 'commit' ? messagesAt(rest) : new Set<number>();
  const isValue = (at: number) => messages.has(at);
  if (rest.some((word, at) => word.startsWith('-') && !isValue(at) && !options.test(word))) return false;
  // Without a message git opens an editor; a remote that is a program, or a file elsewhere, is not plain.
  if (verb === 'commit' && !rest.some((word) => /^(-[aqvs]*m|--message(=.*)?|--no-edit)$/.test(word)))
    return false;
  if (rest.some((word, at) => !isValue(at) && /::|^\//.test(word))) return false;
  if ((verb === 'push' || verb === 'fetch') && !reachesQuietly(around.look, cwd, rest)) return false;
  return still();
}

/**
 * Submodules that were once here: `git fetch` goes into them for commits that it brings, by their own settings, also
 * when the index names none.
 */
function hasNoModules(look: LookUp, cwd: string): boolean {
  const common = repositoryOf(look, cwd);
  return common !== undefined && look.entry(`${common}/modules`) === undefined;
}

/**
 * Whether a push or fetch goes to a remote by its name, and none of those is a repository of this machine with hooks or
 * programs of its own.
 */
function reachesQuietly(look: LookUp, cwd: string, rest: readonly string[]): boolean {
  const place = repositoryOf(look, cwd);
  const config = place === undefined ? undefined : look.text(`${place}/config`);
  if (place === undefined || typeof config !== 'string') return false;
  const name = rest.find((word) => !word.startsWith('-'));
  if (name !== undefined && !config.includes(`[remote "${name}"]`)) return false;
  // What git used before its settings had remotes.
  if (look.names(`${place}/remotes`).length + look.names(`${place}/branches`).length > 0) return false;
  return localFolders(config, above(place)).every((remote) => receivesQuietly(look, remote));
}

/** Where messages stand: the word behind `-m`, which may be `-m` too. */
function messagesAt(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [at, word] of words.entries())
    if (!found.has(at) && /^(-[aqvs]*m|--message)$/.test(word)) found.add(at + 1);
  return found;
}
