'use strict';
// git, and patches.
const { MENTIONS_STATE, literal, own, words } = require('./shell.cjs');

const GIT_READ = words(`
  status log diff show rev-parse rev-list ls-files ls-tree ls-remote cat-file describe blame annotate shortlog grep name-rev merge-base
  for-each-ref show-ref count-objects fsck verify-commit verify-tag verify-pack whatchanged cherry range-diff diff-tree diff-index diff-files
  check-ignore check-attr check-mailmap check-ref-format var version help show-branch merge-tree request-pull patch-id stripspace add stage fetch --version --help
`);
const GIT_FINISH = words('push commit send-pack http-push commit-tree update-ref fast-import send-email imap-send');
const GIT_BOTH = words('merge rebase cherry-pick revert am pull subtree svn p4 lfs citool gui');
const GIT_WRITE = words(`
  checkout switch restore reset stash clean rm mv apply init clone worktree submodule sparse-checkout read-tree checkout-index update-index
  unpack-file mergetool format-patch bundle gc prune repack config remote branch tag notes replace bisect filter-branch rerere maintenance
  archive symbolic-ref reflog hash-object mktree mktag pack-refs pack-objects write-tree interpret-trailers merge-file merge-index bugreport diagnose
`);
const GIT_READ_FORMS = {
  branch: /^(-a|-r|-v+|--list|-l|--show-current|--all|--remotes|--contains|--merged|--no-merged|--sort=.*|--format=.*|--points-at|--verbose)$/,
  tag: /^(-l|--list|-n\d*|--contains|--merged|--no-merged|--sort=.*|--format=.*|--points-at)$/,
  config: /^(--get|--get-all|--get-regexp|--list|-l|get|list|--get-urlmatch)$/,
  remote: /^(-v|--verbose|show|get-url)$/, stash: /^(list|show)$/, worktree: /^list$/, submodule: /^(status|summary)$/, notes: /^(list|show)$/,
  reflog: /^(show|exists)$/, bisect: /^(log|view|visualize)$/, apply: /^--(check|stat|numstat|summary)$/, clean: /^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/,
  'format-patch': /^--stdout$/, bundle: /^(verify|list-heads)$/, 'sparse-checkout': /^list$/,
};
const GIT_BARE_READS = words('branch tag remote reflog notes submodule');
const HARMLESS_CONFIG = /^(color\.|user\.|advice\.|log\.|i18n\.|safe\.|gc\.|status\.|column\.|blame\.|init\.|push\.default|pull\.|commit\.gpgsign|tag\.gpgsign|merge\.conflictstyle|core\.(quotepath|abbrev|autocrlf|safecrlf|ignorecase|filemode|longpaths|pager=(cat)?$)|diff\.(renames|renamelimit|algorithm|context|noprefix|mnemonicprefix|colormoved)|pager\.\w+=(false|cat)$)/i;

/** Git takes the beginning of a long option for the whole of it. */
function abbreviates(text, names) {
  if (!/^--[a-z0-9]/.test(text)) return false;
  const said = text.slice(2).split('=', 1)[0];
  return names.split(' ').some((name) => name.startsWith(said));
}

function inspectGit(args, cmd, ctx) {
  let k = 0;
  for (; k < args.length; k += 1) {
    const { text, dyn, glob } = args[k];
    if (dyn > 0 || glob) return ctx.say('opaque', 'git with a subcommand that is not written out');
    if (text === '-c' || text === '--config-env') {
      k += 1;
      if (!args[k] || args[k].dyn > 0 || !HARMLESS_CONFIG.test(args[k].text)) return ctx.say('opaque', 'git -c with a setting that can run other commands');
    } else if (text === '-C') {
      k += 1;
      if (args[k]) ctx.visit(args[k], true);
    } else if (/^--(git-dir|work-tree|namespace|super-prefix|attr-source)$/.test(text)) {
      k += 1;
      if (args[k]) ctx.visit(args[k]);
    } else if (/^--(git-dir|work-tree)=/.test(text)) ctx.visit(literal(text.slice(text.indexOf('=') + 1)));
    else if (/^--(exec-path=|config-env=)/.test(text)) return ctx.say('opaque', `git ${text.split('=', 1)[0]}`);
    else if (!text.startsWith('-') || /^--(version|help)$/.test(text)) break;
  }
  if (args[k] === undefined) return undefined;
  const verb = args[k].text;
  const rest = args.slice(k + 1);
  const dashes = rest.findIndex((w) => w.text === '--');
  const options = dashes === -1 ? rest : rest.slice(0, dashes);
  if (verb === 'submodule' && rest[0] && rest[0].text === 'foreach') return ctx.say('opaque', 'git submodule foreach');
  if (verb === 'bisect' && rest[0] && rest[0].text === 'run') return ctx.say('opaque', 'git bisect run');
  gitState(verb, rest, cmd, ctx);
  const forms = own(GIT_READ_FORMS, verb);
  const reading =
    GIT_READ.has(verb) ||
    (forms !== undefined && rest.some((w) => forms.test(w.text)) && !rest.some((w) => w.dyn === 0 && abbreviates(w.text, 'delete move copy force edit add replace-all edit-description 3way apply index cached output unset-upstream set-upstream-to unset unset-all')) && !rest.some((w) => w.dyn === 0 && /^(-[dDmMcCfu]|--(delete|move|copy|force|set-upstream.*|unset.*|edit|add|replace-all|edit-description|3way|apply|index|cached|output.*))$|^-o/.test(w.text))) ||
    (GIT_BARE_READS.has(verb) && rest.length === 0) ||
    (verb === 'config' && rest.filter((w) => /^[\w-]+\./.test(w.text)).length === 1 && rest.every((w) => /^([\w-]+\..*|--(global|local|system|worktree|show-origin|show-scope|null|includes|name-only|bool|int|path)|-z)$/.test(w.text))) ||
    (verb === 'symbolic-ref' && rest.filter((w) => !w.text.startsWith('-')).length === 1) ||
    (verb === 'archive' && !rest.some((w) => /^(-o|--output|--exec|--remote)/.test(w.text)));
  if (reading) {
    if (options.some((w) => w.dyn === 2)) return ctx.say('opaque', `git ${verb} with an option that is not written out`);
    if (options.some((w) => abbreviates(w.text, 'output ext-diff upload-pack receive-pack exec open-files-in-pager')))
      return ctx.say('opaque', `git ${verb} with an option that may write or run something`);
    if (options.some((w) => /^--(output(=|$)|ext-diff|upload-pack|receive-pack|exec|open-files-in-pager)|^ext::/.test(w.text) || (verb === 'grep' && /^-[a-zA-Z]*O/.test(w.text))))
      return ctx.say('opaque', `git ${verb} with an option that writes or runs something`);
    return undefined;
  }
  if (GIT_FINISH.has(verb)) return ctx.say('finish', `git ${verb}`);
  if (GIT_BOTH.has(verb)) {
    ctx.say('finish', `git ${verb}, which makes commits`);
    return ctx.say('write', `git ${verb}, which changes files`);
  }
  if (verb === 'config' && rest.some((w) => w.dyn > 0 || /^(alias|core\.(hookspath|fsmonitor|sshcommand|editor|pager|askpass))|^(include|includeif|filter|diff|merge|credential|url|remote)\./i.test(w.text)))
    ctx.say('opaque', 'git config of something that can run other commands');
  if (GIT_WRITE.has(verb)) return ctx.say('write', `git ${verb}, which changes files`);
  return ctx.say('opaque', `git ${verb}, an alias or an extension`);
}

/** Git commands that can remove or replace the state file although it is ignored or untracked. */
function gitState(verb, rest, cmd, ctx) {
  const paths = rest.filter((w) => !w.text.startsWith('-'));
  const flag = (pattern) => rest.some((w) => pattern.test(w.text));
  // The value of -e is no path; git expands patterns by itself, and `:/` is the top.
  const cleaned = paths.filter((w) => !/^(-[a-zA-Z]*e|--exclude)$/.test((rest[rest.indexOf(w) - 1] || { text: '' }).text));
  const sweeps = cleaned.length === 0 || cleaned.some((w) => w.dyn > 0 || /^:|^[^/]*[*?[]/.test(w.text) || ctx.touches(w, true));
  if (verb === 'clean' && flag(/^-[a-zA-Z]*[xXd]/) && !flag(/^(-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/) && sweeps)
    ctx.say('state', 'git clean, which removes the workflow state');
  if (verb === 'stash' && flag(/^(-[a-zA-Z]*[ua]|--all|--include-untracked)$/)) ctx.say('state', 'git stash of untracked files, which removes the workflow state');
  if (/^(rm|mv|checkout|restore|add|apply|am|update-index|checkout-index)$/.test(verb)) {
    if (verb !== 'add' && paths.some((w) => ctx.touches(w))) ctx.say('state', `git ${verb} on the workflow state`);
    if (/^(apply|am)$/.test(verb)) {
      const looks = flag(/^--(check|stat|numstat|summary|abort|continue|skip|quit|show-current-patch)/) && !flag(/^--apply/);
      if (!looks) inspectPatch(`git ${verb}`, rest, cmd, ctx);
    }
  }
}

/** A patch names the files it changes; one that comes through a pipe cannot be read, so it is refused. */
function inspectPatch(name, args, cmd, ctx) {
  const operands = args.map((w) => ({ ...w, text: w.text.replace(/^(-i|--input=)(?=.)/, '') })).filter((w) => !w.text.startsWith('-'));
  const files = [...operands, ...cmd.redirects.filter(({ kind }) => kind === '<').map(({ target }) => target)].map((w) => (w.dyn > 0 ? undefined : ctx.read(w.text)));
  const texts = [...cmd.input.map((doc) => doc.text), ...files.filter((text) => text !== undefined)];
  const plain = (text) => text.replace(/\\([0-7]{3})/g, (all, octal) => String.fromCharCode(parseInt(octal, 8)));
  if (texts.some((text) => MENTIONS_STATE.test(plain(text))) || ctx.touches(literal('.')) || MENTIONS_STATE.test(ctx.whole)) return ctx.say('state', `${name} of a patch on the workflow state`);
  if (cmd.piped && texts.length === 0) return ctx.say('state', `${name} of a patch from a pipe, which may change the workflow state`);
  return undefined;
}

module.exports = { git: inspectGit, inspectPatch };
