import type { Context } from '../context.ts';
import { MENTIONS_STATE } from '../mentions.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { anyTouchesState, touchesState } from '../touches.ts';
import { isOption, textOf, type Word } from '../word.ts';
import { inspectPatch } from './patch.ts';

const NAMES_PATHS =
  /^(rm|mv|checkout|restore|apply|am|update-index|checkout-index|submodule|clone|init|worktree)$/;

/** Git commands that can remove or replace the state file although it is ignored or untracked. */
export function inspectGitState(verb: string, rest: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  const paths = rest.filter((w) => !isOption(w));
  const has = (pattern: RegExp) => rest.some((w) => pattern.test(w.text));
  if (verb === 'clean') inspectClean(rest, ctx);
  if (/^(update-index|mktree|read-tree|fast-import)$/.test(verb) && MENTIONS_STATE.test(ctx.whole))
    ctx.say('state', `git ${verb} on the workflow state`);
  if (verb === 'worktree' && textOf(rest[0]) === 'remove' && paths.some((w) => touchesState(ctx, w, true)))
    ctx.say('state', 'git worktree remove of the workflow state');
  if (verb === 'stash' && has(/^(-[a-zA-Z]*[ua]|--all|--include-untracked)$/))
    ctx.say('state', 'git stash of untracked files, which removes the workflow state');
  if (NAMES_PATHS.test(verb) && anyTouchesState(ctx, paths))
    ctx.say('state', `git ${verb} on the workflow state`);
  if (verb !== 'apply' && verb !== 'am') return;
  const looks = has(/^--(check|stat|numstat|summary|abort|continue|skip|quit|show-current-patch)/);
  if (!looks || has(/^--apply/)) inspectPatch(`git ${verb}`, rest, cmd, ctx);
}

function inspectClean(rest: readonly Word[], ctx: Context): void {
  const has = (pattern: RegExp) => rest.some((w) => pattern.test(w.text));
  // The value of -e is no path; git expands patterns by itself, and `:/` is the top.
  const isValue = (k: number) => /^(-[a-zA-Z]*e|--exclude)$/.test(textOf(rest[k - 1]));
  const paths = rest.filter((w, k) => !isOption(w) && !isValue(k));
  const sweeps = (w: Word) => w.doubt > 0 || /^:|^[^/]*[*?[]/.test(w.text) || touchesState(ctx, w, true);
  const all = paths.length === 0 || paths.some(sweeps);
  if (has(/^-[a-zA-Z]*[xXd]/) && !has(/^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/) && all)
    ctx.say('state', 'git clean, which removes the workflow state');
  if (anyTouchesState(ctx, paths)) ctx.say('state', 'git clean of the workflow state');
}
