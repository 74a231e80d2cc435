import type { Context, Rule } from '../context.ts';
import { CRAFTED, isOption, literal, textOf, type Word } from '../word.ts';

const GH_READS = /^(view|list|status|diff|checks|watch|verify|ls)$/;
const GROUPS =
  /^(issue|repo|release|run|workflow|label|gist|org|project|ruleset|cache|secret|variable|codespace|ssh-key|gpg-key|config|help|version|browse|auth)$/;

export const inspectGh: Rule = (args, _cmd, ctx) => {
  const { plain, unknownOptions } = plainWords(args);
  const [group, verb] = plain;
  if (group === undefined) return;
  if (unknownOptions && verb !== undefined && group.text !== 'api')
    return ctx.say('opaque', 'gh with an option before its subcommand');
  if (group.doubt > 0 || (verb !== undefined && verb.doubt > 0 && group.text !== 'api'))
    return ctx.say('opaque', 'gh with a subcommand that is not written out');
  const reads = verb === undefined || GH_READS.test(verb.text);
  const said = `gh ${group.text} ${textOf(verb)}`;
  if (group.text === 'pr') {
    if (reads) return;
    if (/^(checkout|co)$/.test(verb.text)) ctx.say('write', 'gh pr checkout, which changes files');
    return ctx.say('finish', said);
  }
  if (group.text === 'api') return inspectApi(args, ctx);
  if (group.text === 'search' || (/^(status|auth)$/.test(group.text) && (reads || verb.text === 'token')))
    return;
  if (!GROUPS.test(group.text)) return ctx.say('opaque', `gh ${group.text}, an alias or an extension`);
  if (reads) return;
  if (/^(release|repo|workflow|run)$/.test(group.text)) ctx.say('finish', said);
  if (group.text === 'config') return ctx.say('opaque', 'gh config of something that can run other commands');
  ctx.say('program', `${said}, which changes something`);
};

/** gh takes the word behind an option it does not know yet for its value: `gh pr -t view create` creates. */
function plainWords(args: readonly Word[]): { plain: Word[]; unknownOptions: boolean } {
  const plain: Word[] = [];
  let unknownOptions = false;
  for (let k = 0; k < args.length; k += 1) {
    const w = args[k] ?? literal('');
    if (/^(-R|--repo|--hostname)$/.test(w.text)) k += 1;
    else if (!isOption(w)) plain.push(w);
    else if (plain.length < 2 && !/^(-R.+|--(repo|hostname)=.*|--help|-h|--version)$/.test(w.text))
      unknownOptions = true;
  }
  return { plain, unknownOptions };
}

function inspectApi(args: readonly Word[], ctx: Context): void {
  const methods = args.flatMap(({ text }, k) =>
    /^(-i*X|--method)/.test(text)
      ? [text.replace(/^(-i*X|--method)=?/, '') || textOf(args[k + 1]) || '?']
      : [],
  );
  if (methods.length > 1) return ctx.say('opaque', 'gh api with more than one method');
  const [method = 'GET'] = methods;
  const sends = args.some(
    (w) => w.doubt === CRAFTED || /^(-i*[fF]|--field|--raw-field|--input)/.test(w.text),
  );
  if (method.toUpperCase() === 'GET' && !sends) return;
  if (methods.length === 0 && onlyAsks(args)) return;
  ctx.say('finish', 'gh api with data to send');
}

/** A GraphQL request whose document is written out and holds no mutation. */
function onlyAsks(args: readonly Word[]): boolean {
  if (!args.some((w) => w.text === 'graphql') || args.some((w) => w.text.startsWith('--input'))) return false;
  const [document, ...more] = args.filter((w) => /^(-[fF])?query=/.test(w.text));
  return (
    document !== undefined &&
    more.length === 0 &&
    document.doubt === 0 &&
    /query=\s*(query\b|\{)/.test(document.text) &&
    !/\b(mutation|subscription)\b/.test(document.text)
  );
}
