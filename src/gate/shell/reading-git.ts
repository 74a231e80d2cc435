import { absolute } from '../paths.ts';
import type { Surroundings } from '../surroundings.ts';
import { repositoryRunsNothing } from './git-repository.ts';
import { isForm } from './reading-programs.ts';

const DIFF =
  'stat|shortstat|numstat|dirstat|name-only|name-status|summary|cached|staged|patch|no-patch|unified|color|no-color|word-diff|color-words|diff-filter|find-renames|no-renames|minimal|histogram|patience|exit-code|quiet|check|full-index|abbrev|no-ext-diff|no-textconv|raw|ignore-space-change|ignore-all-space|ignore-blank-lines|ignore-submodules|relative|merge-base|compact-summary|binary|text|function-context|no-prefix|inter-hunk-context|diff-algorithm';
const LOG = `${DIFF}|oneline|graph|all|decorate|no-decorate|max-count|skip|since|until|after|before|author|committer|grep|format|pretty|date|reverse|follow|merges|no-merges|first-parent|branches|tags|remotes|abbrev-commit|topo-order|date-order|left-right|cherry-pick|walk-reflogs|invert-grep|regexp-ignore-case|no-walk|full-history|simplify-merges|count|children|parents|boundary|not`;
const shape = (long: string, short: string) => new RegExp(`^(--(${long})(=.*)?|--|${short})$`);
const LOG_SHORT = String.raw`-[pusRwbziaW]+|-\d+|-[nULSGMC].*|-g`;

/** Verbs that only read, with the options that leave it at that. */
const VERBS: Record<string, RegExp> = {
  status: shape(
    'short|branch|porcelain|long|untracked-files|ignored|no-renames|ahead-behind|show-stash',
    '-[sbvz]+|-u\\w*',
  ),
  diff: shape(DIFF, LOG_SHORT),
  log: shape(LOG, LOG_SHORT),
  show: shape(LOG, LOG_SHORT),
  shortlog: shape(LOG, '-[nse]+'),
  whatchanged: shape(LOG, LOG_SHORT),
  blame: shape('date|porcelain|line-porcelain|show-email|since|abbrev|root', '-[wlsetfnpcMC]+|-L.*'),
  'rev-parse': shape(
    'abbrev-ref|show-toplevel|show-prefix|show-cdup|git-dir|git-common-dir|absolute-git-dir|is-inside-work-tree|is-inside-git-dir|is-bare-repository|short|verify|quiet|symbolic-full-name|all|branches|tags|remotes|show-superproject-working-tree',
    '-q',
  ),
  'rev-list': shape(LOG, LOG_SHORT),
  'ls-files': shape(
    'cached|others|modified|deleted|stage|exclude-standard|full-name|error-unmatch|ignored|directory',
    '-[comdszitv]+',
  ),
  'ls-tree': shape('name-only|name-status|full-name|full-tree|long', '-[rtdlz]+'),
  'merge-base': shape('all|is-ancestor|fork-point|octopus|independent', '-a'),
  'name-rev': shape('name-only|tags|always', 'x^'),
  'cat-file': shape('batch-check', '-[tpse]'),
  'for-each-ref': shape('format|sort|count|contains|merged|no-merged|points-at', 'x^'),
  'show-ref': shape('heads|tags|head|verify|quiet|hash|abbrev', '-[dqs]'),
  'diff-tree': shape(DIFF, '-[rptzsM]+'),
  'check-ignore': shape('verbose|non-matching|quiet', '-[vqn]+'),
  describe: shape('tags|all|long|always|dirty|abbrev|match|exclude|exact-match|contains', 'x^'),
  'count-objects': shape('verbose|human-readable', '-[vH]+'),
  grep: shape(
    'line-number|count|files-with-matches|ignore-case|word-regexp|extended-regexp|fixed-strings|perl-regexp|name-only|cached|untracked|heading|break|show-function|and|or|not|max-depth|max-count|color|no-color|context|after-context|before-context',
    '-[nilLcwEFPvhHIo]+|-[ABCem].*|-\\d+',
  ),
};
const GIT_NAME = /^[^-]\S*$/;
const COUNT = /^-\d+$/;
/** Verbs that also write: they read with exactly these words. */
const FORMS: Record<string, readonly (readonly RegExp[])[]> = {
  tag: [
    [],
    [/^(-l|--list)$/],
    [/^(-l|--list)$/, GIT_NAME],
    [/^(-n\d*|--sort=\S+|--(contains|points-at)=\S+)$/],
    [/^--(contains|points-at)$/, GIT_NAME],
  ],
  remote: [[], [/^(-v|show)$/], [/^get-url$/, GIT_NAME]],
  stash: [
    [/^(list|show)$/],
    [/^show$/, /^(-p|--stat|stash@\{?\d+\}?)$/],
    [/^show$/, /^(-p|--stat)$/, /^stash@\{?\d+\}?$/],
  ],
  worktree: [[/^list$/], [/^list$/, /^--porcelain$/]],
  reflog: [
    [],
    [/^(show|-n\d+|-\d+)$/],
    [/^-n$/, /^\d+$/],
    [/^show$/, GIT_NAME],
    [/^show$/, COUNT],
    [/^show$/, GIT_NAME, COUNT],
  ],
  config: [[/^(--list|-l|list)$/], [/^[\w-]+\.[\w.-]+$/], [/^(--get|--get-all|get)$/, /^[\w-]+\.[\w.-]+$/]],
  'symbolic-ref': [[/^HEAD$/], [/^--short$/, /^HEAD$/]],
};
/** Without a name `git branch` lists, whatever else it is told by these. */
const BRANCH =
  /^(--show-current|-[arv]+|--(all|remotes|verbose|list|no-color|column)|--(sort|format|contains|merged|no-merged|points-at)=\S+)$/;

/**
 * Whether a git command only reads, and nothing that the repository itself says makes git run a program: an agent can
 * write `.git/config`, hooks and attributes while the gates are open. Only in the root of the workflow's own repository:
 * any other could be made, or changed, between this look and git's own, by what runs in the sandbox at the same time.
 */
export function gitReadsOnly(
  around: Surroundings,
  words: readonly string[],
  cwd: string,
  roots: readonly string[],
): boolean {
  const args = words.slice(1);
  let from = cwd;
  while (args[0] === '--no-pager' || args[0] === '-C') {
    if (args.shift() === '-C') from = absolute(from, args.shift() ?? '');
  }
  const [verb = '', ...rest] = args;
  const options = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  const forms = Object.hasOwn(FORMS, verb) ? FORMS[verb] : undefined;
  const reads =
    verb === 'branch'
      ? rest.every((word) => BRANCH.test(word))
      : options !== undefined
        ? // Also behind `--`, which is no end where it is the value of an option: `git grep -e -- -Ocommand`.
          rest.every((word) => !word.startsWith('-') || options.test(word))
        : forms !== undefined && isForm(forms, rest);
  if (!reads || !roots.includes(from) || around.look.entry(`${from}/.git`) === undefined) return false;
  return repositoryRunsNothing(around, from, roots);
}
