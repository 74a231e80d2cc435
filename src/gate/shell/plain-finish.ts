import type { LookUp } from '../../host/fs/look-up.ts';
import { repositoryHasNoHooks, repositoryRunsNothing } from './git-repository.ts';

const ADD = /^(-A|-u|-v|--all|--update|--verbose|--)$/;
const COMMIT = /^(-[amqvs]+|--(all|message(=.*)?|amend|no-edit|quiet|signoff|allow-empty))$/;
const PUSH =
  /^(-[uqfv]|--(set-upstream|force-with-lease(=.*)?|tags|follow-tags|dry-run|quiet|verbose|porcelain))$/;
const FETCH = /^(-[qvpt]|--(all|prune|tags|quiet|verbose|dry-run))$/;
const GH =
  /^(pr (create|view|list|status|checks|diff|comment|edit|ready|review|close|reopen)|issue (create|view|list|status|comment|edit|close|reopen)|run (list|view|watch)|release (list|view|create)|repo view|auth status|search \w+|status)( |$)/;

/**
 * Commands that add, commit, fetch, push and speak to the forge, where the repository makes git run nothing: they cannot reach
 * the workflow's state, so with open gates they run as they are.
 */
export function finishesPlainly(look: LookUp, words: readonly string[], cwd: string, home: string): boolean {
  const [program = '', verb = '', ...rest] = words;
  const still = () => repositoryHasNoHooks(look, cwd) && repositoryRunsNothing(look, cwd, home);
  if (program === 'gh') return GH.test(words.slice(1).join(' ')) && still();
  const options = { add: ADD, commit: COMMIT, push: PUSH, fetch: FETCH }[verb];
  if (program !== 'git' || options === undefined) return false;
  const messages = verb === 'commit' ? messagesAt(rest) : new Set<number>();
  const isValue = (at: number) => messages.has(at);
  if (rest.some((word, at) => word.startsWith('-') && !isValue(at) && !options.test(word))) return false;
  // Without a message git opens an editor; a remote that is a program, or a file elsewhere, is not plain.
  if (verb === 'commit' && !rest.some((word) => /^(-[aqvs]*m|--message(=.*)?|--no-edit)$/.test(word)))
    return false;
  if (rest.some((word, at) => !isValue(at) && /::|^\//.test(word))) return false;
  return still();
}

/** Where messages stand: the word behind `-m`, which may be `-m` too. */
function messagesAt(words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [at, word] of words.entries())
    if (!found.has(at) && /^(-[aqvs]*m|--message)$/.test(word)) found.add(at + 1);
  return found;
}
