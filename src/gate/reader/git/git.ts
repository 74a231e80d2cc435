import type { Context, Rule } from '../context.ts';
import { anyOf } from '../names.ts';
import { touchesState } from '../touches.ts';
import { CRAFTED, literal, textOf, type Word } from '../word.ts';
import { inspectGitState } from './state.ts';
import { abbreviates, alwaysReads, FINISHES, FINISHES_AND_WRITES, readsOnlyGit, WRITES } from './verbs.ts';

const GIT_FLAG = anyOf(
  /^-[pPvh]$/,
  /^--(paginate|no-pager|no-replace-objects|bare|no-optional-locks|no-lazy-fetch|no-advice)$/,
  /^--((no)?(literal|glob|icase)-pathspecs|noglob-pathspecs|(html|man|info|exec)-path|list-cmds=.*)$/,
);
/** Settings that name no program. */
const HARMLESS_CONFIG = anyOf(
  /^(color|user|advice|log|i18n|safe|status|column|blame|pull)\./i,
  /^(gc\.auto|init\.defaultbranch|push\.default|commit\.gpgsign|tag\.gpgsign|merge\.conflictstyle)/i,
  /^core\.(quotepath|abbrev|autocrlf|safecrlf|ignorecase|filemode|longpaths|pager=(cat)?$)/i,
  /^diff\.(renames|renamelimit|algorithm|context|noprefix|mnemonicprefix|colormoved)/i,
  /^pager\.\w+=(false|cat)$/i,
);
const RUNNING_LONG = 'output ext-diff upload-pack receive-pack exec open-files-in-pager';

export const inspectGit: Rule = (args, cmd, ctx) => {
  const start = verbAt(args, ctx);
  if (start === undefined) return;
  const verb = textOf(args[start.at]);
  const rest = args.slice(start.at + 1);
  if (verb === 'submodule' && rest.some((w) => w.text === 'foreach'))
    return ctx.say('opaque', 'git submodule foreach');
  if (verb === 'bisect' && textOf(rest[0]) === 'run') return ctx.say('opaque', 'git bisect run');
  inspectGitState(verb, rest, cmd, ctx);
  if (start.inState && !alwaysReads(verb))
    ctx.say('state', `git ${verb} in the folder of the workflow state`);
  if (readsOnlyGit(verb, rest)) return inspectReading(verb, rest, ctx);
  if (FINISHES.has(verb)) return ctx.say('finish', `git ${verb}`);
  if (runsOthers(verb, rest)) ctx.say('opaque', `git ${verb}, which runs other commands`);
  if (FINISHES_AND_WRITES.has(verb)) {
    ctx.say('finish', `git ${verb}, which makes commits`);
    return ctx.say('write', `git ${verb}, which changes files`);
  }
  if (verb === 'config' && !isHarmlessConfig(rest))
    ctx.say('opaque', 'git config of something that can run other commands');
  if (WRITES.has(verb)) return ctx.say('write', `git ${verb}, which changes files`);
  ctx.say('opaque', `git ${verb}, an alias or an extension`);
};

/** Where the verb stands behind git's own options; undefined where there is none, or that is said already. */
function verbAt(args: readonly Word[], ctx: Context): { at: number; inState: boolean } | undefined {
  let inState = false;
  const refuse = (what: string) => {
    ctx.say('opaque', what);
    return undefined;
  };
  const visit = (folder: Word | undefined) => {
    inState ||= folder !== undefined && touchesState(ctx, folder);
  };
  for (let at = 0; at < args.length; at += 1) {
    const { text, doubt, glob } = args[at] ?? literal('');
    if (doubt > 0 || glob) return refuse('git with a subcommand that is not written out');
    const value = args[at + 1];
    if (text === '-c' || text === '--config-env') {
      if (value === undefined || value.doubt > 0 || !HARMLESS_CONFIG.test(value.text))
        return refuse('git -c with a setting that can run other commands');
      at += 1;
    } else if (text === '-C') {
      if (value !== undefined) ctx.files.enter(value);
      at += 1;
    } else if (/^--(git-dir|work-tree|namespace|super-prefix|attr-source)$/.test(text)) {
      visit(value);
      at += 1;
    } else if (/^--(git-dir|work-tree)=/.test(text)) visit(literal(text.slice(text.indexOf('=') + 1)));
    else if (/^--(exec-path=|config-env=)/.test(text)) return refuse(`git ${text.split('=', 1)[0]}`);
    else if (!text.startsWith('-') || /^--(version|help)$/.test(text)) return { at, inState };
    // Some take the next word, which is then not the verb.
    else if (!GIT_FLAG.test(text)) return refuse(`git ${text}, an option that is not known`);
  }
  return undefined;
}

function inspectReading(verb: string, rest: readonly Word[], ctx: Context): void {
  const dashes = rest.findIndex((w) => w.text === '--');
  const options = dashes === -1 ? rest : rest.slice(0, dashes);
  if (options.some((w) => w.doubt === CRAFTED))
    return ctx.say('opaque', `git ${verb} with an option that is not written out`);
  const runs = ({ text }: Word) =>
    abbreviates(text, RUNNING_LONG) ||
    /^--(output(=|$)|ext-diff|upload-pack|receive-pack|exec|open-files-in-pager)|^ext::/.test(text) ||
    (verb === 'grep' && /^-[a-zA-Z]*O/.test(text));
  // Behind `--` too, which may be the value of an option.
  if (rest.some(runs)) ctx.say('opaque', `git ${verb} with an option that writes or runs something`);
}

function runsOthers(verb: string, rest: readonly Word[]): boolean {
  if (/^(filter-branch|mergetool)$/.test(verb)) return true;
  if (!/^(archive|clone|submodule|remote|pull|fetch)$/.test(verb)) return false;
  return rest.some(
    (w) =>
      w.doubt === CRAFTED ||
      abbreviates(w.text, 'exec upload-pack config template') ||
      /^(-c|-u|ext::.*)$/.test(w.text),
  );
}

function isHarmlessConfig(rest: readonly Word[]): boolean {
  if (rest.some((w) => w.doubt > 0 || /^(-e|--edit|edit)$/.test(w.text))) return false;
  return rest.some((w) => HARMLESS_CONFIG.test(w.text));
}
