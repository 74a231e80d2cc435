import { anyOf, entryOf, names } from '../names.ts';

import { firstOperand, isOption, textOf, type Word } from '../word.ts';

const ALWAYS_READS = names(`
  status log diff show rev-parse rev-list ls-files ls-tree ls-remote cat-file describe blame annotate shortlog grep name-rev merge-base
  for-each-ref show-ref count-objects fsck verify-commit verify-tag verify-pack whatchanged cherry range-diff diff-tree diff-index diff-files
  check-ignore check-attr check-mailmap check-ref-format var version help show-branch merge-tree request-pull patch-id stripspace add stage fetch --version --help
`);
export const FINISHES = names(
  'push commit send-pack http-push commit-tree update-ref fast-import send-email imap-send',
);
export const FINISHES_AND_WRITES = names(
  'merge rebase cherry-pick revert am pull subtree svn p4 lfs citool gui',
);
export const WRITES = names(`
  checkout switch restore reset stash clean rm mv apply init clone worktree submodule sparse-checkout read-tree checkout-index update-index
  unpack-file mergetool format-patch bundle gc prune repack config remote branch tag notes replace bisect filter-branch rerere maintenance
  archive symbolic-ref reflog hash-object mktree mktag pack-refs pack-objects write-tree interpret-trailers merge-file merge-index bugreport diagnose
`);

/** Verbs that also write: with one of these words they read. */
const READING_FORMS: Readonly<Record<string, RegExp>> = {
  branch: anyOf(
    /^(-a|-r|-v+|-l|--(list|show-current|all|remotes|contains|merged|no-merged|points-at|verbose))$/,
    /^--(sort|format)=.*$/,
  ),
  tag: /^(-l|--list|-n\d*|--contains|--merged|--no-merged|--sort=.*|--format=.*|--points-at)$/,
  config: /^(--get|--get-all|--get-regexp|--list|-l|get|list|--get-urlmatch)$/,
  remote: /^(-v|--verbose|show|get-url)$/,
  stash: /^(list|show)$/,
  worktree: /^list$/,
  submodule: /^(status|summary)$/,
  notes: /^(list|show)$/,
  reflog: /^(show|exists)$/,
  bisect: /^(log|view|visualize)$/,
  apply: /^--(check|stat|numstat|summary)$/,
  clean: /^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/,
  'format-patch': /^--stdout$/,
  bundle: /^(verify|list-heads)$/,
  'sparse-checkout': /^list$/,
};
/** Verbs that read when nothing stands behind them. */
const READS_ALONE = names('branch tag remote reflog notes submodule');
/** Verbs with a word of their own behind them: it stands first, elsewhere it is a name. */
const NESTED = names('stash worktree submodule notes bisect bundle sparse-checkout remote');
const CHANGING_LONG =
  'delete move copy force edit add replace-all edit-description 3way apply index cached output unset-upstream set-upstream-to unset unset-all';
const CHANGING = anyOf(
  /^(-[dDmMcCfu]|--(delete|move|copy|force|set-upstream.*|unset.*|edit|add|replace-all))$/,
  /^--(edit-description|3way|apply|index|cached|output.*)$/,
  /^-o/,
);
const CONFIG_WORD = anyOf(
  /^([\w-]+\..*|-z)$/,
  /^--(global|local|system|worktree|show-origin|show-scope|null|includes|name-only|bool|int|path)$/,
);

/** Git takes the beginning of a long option for the whole of it. */
export function abbreviates(text: string, options: string): boolean {
  if (!/^--[a-z0-9]/.test(text)) return false;
  const [said = ''] = text.slice(2).split('=', 1);
  return options.split(' ').some((name) => name.startsWith(said));
}

export const alwaysReads = (verb: string) => ALWAYS_READS.has(verb);

/** Whether a verb with these words only reads. */
export function readsOnlyGit(verb: string, rest: readonly Word[]): boolean {
  if (ALWAYS_READS.has(verb) || (READS_ALONE.has(verb) && rest.length === 0)) return true;
  if (hasReadingForm(verb, rest)) return true;
  const has = (pattern: RegExp) => rest.some((w) => pattern.test(w.text));
  switch (verb) {
    case 'reflog':
      return !/^(expire|delete|drop|write)$/.test(textOf(rest[0]));
    case 'rm':
      return has(/^(-n|--dry-run)$/);
    case 'config': {
      const keys = rest.filter((w) => /^[\w-]+\./.test(w.text));
      return keys.length === 1 && rest.every((w) => CONFIG_WORD.test(w.text));
    }
    case 'symbolic-ref':
      return rest.filter((w) => !isOption(w)).length === 1;
    case 'archive':
      return !has(/^(-o|--output|--exec|--remote)/);
    default:
      return false;
  }
}

function hasReadingForm(verb: string, rest: readonly Word[]): boolean {
  const form = entryOf(READING_FORMS, verb);
  if (form === undefined) return false;
  const at = firstOperand(rest);
  const heads = NESTED.has(verb) ? rest.slice(0, at + 1) : rest;
  if (!heads.some((w) => form.test(w.text))) return false;
  if (verb === 'remote' && /^(add|rename|remove|rm|set-.*|prune|update)$/.test(textOf(rest[at])))
    return false;
  return !rest.some((w) => w.doubt === 0 && (abbreviates(w.text, CHANGING_LONG) || CHANGING.test(w.text)));
}
