import type { Context, Rule } from '../context.ts';
import { GIT_RUNS_IT, MENTIONS_STATE, RUN_BY_GIT } from '../mentions.ts';
import { anyTouchesState, touchesState } from '../touches.ts';
import { CRAFTED, UNKNOWN, isOption, literal, type Word } from '../word.ts';

const SCRIPT_CAP = 4_000;
const SED_LONG = new RegExp(
  `^--(${[
    'expression file quiet silent regexp-extended null-data zero-terminated posix separate unbuffered',
    'line-length debug sandbox help version follow-symlinks',
  ]
    .join(' ')
    .replaceAll(' ', '|')})?(=|$)`,
);
const ADDRESS = String.raw`/(?:\\.|[^/\\\n])*/[IM]*`;
const DELIMITED = (group: string) => String.raw`(?:\\[\s\S]|(?!\k<${group}>)[^\\])*\k<${group}>`;
/** What a sed script that only reads is made of: no `w`, no `e`, no file behind them. */
const PLAIN = new RegExp(
  [
    String.raw`[\s;{}!]+`,
    String.raw`#[^\n]*`,
    String.raw`(?:\d+(?:~\d+)?|\$|${ADDRESS})(?:\s*,\s*(?:\d+|\$|[+~]\d+|${ADDRESS}))?`,
    String.raw`[pdqQ=nNgGhHxDPlFz](?=\s*\d*\s*(?:[;}\n]|$))\s*\d*`,
    String.raw`[:bt]\s*\w*`,
    String.raw`[aic]\\?[^\n]*`,
    String.raw`s(?<s>[^\w\s\\])${DELIMITED('s')}${DELIMITED('s')}[gpiIM\d]*(?=\s*(?:[;}\n]|$))`,
    String.raw`y(?<y>[^\w\s\\])${DELIMITED('y')}${DELIMITED('y')}`,
  ].join('|'),
  'y',
);

export const inspectSed: Rule = (args, _cmd, ctx) => {
  const scripts: Word[] = [];
  let first: Word | undefined;
  for (let k = 0; k < args.length; k += 1) {
    const w = args[k] ?? literal('');
    const { text } = w;
    if (isOption(w) && text !== '-' && w.doubt > 0)
      return ctx.say('opaque', 'sed with an option that is not written out');
    if (/^(-[a-zA-Z]*[iI]|--in-place)/.test(text) && !text.startsWith('-e')) inspectInPlace(args, ctx);
    else if (text.startsWith('--') && !SED_LONG.test(text))
      return ctx.say('opaque', 'sed with an option that is not known');
    else if (/^(-[a-zA-Z]*f|--file)/.test(text) && !text.startsWith('-e'))
      return ctx.say('opaque', 'sed with a script file');
    else if (/^(-[nErsuz]*e|--expression)$/.test(text)) {
      k += 1;
      const script = args[k];
      if (script !== undefined) scripts.push(script);
    } else if (/^(-e.|--expression=)/.test(text))
      scripts.push({ ...w, text: text.replace(/^(-e|--expression=)/, '') });
    else if (!isOption(w)) first ??= w;
  }
  if (scripts.length === 0 && first !== undefined) scripts.push(first);
  for (const script of scripts) inspectSedScript(script, ctx);
  if (args.some((w) => w.doubt === CRAFTED)) ctx.say('opaque', 'sed with an argument that may be an option');
};

function inspectInPlace(args: readonly Word[], ctx: Context): void {
  if (anyTouchesState(ctx, args)) ctx.say('state', 'sed on the workflow state');
  for (const w of args) ctx.files.wrote(w);
  if (args.some((w) => RUN_BY_GIT.test(w.text))) ctx.say('finish', GIT_RUNS_IT);
  ctx.say('write', 'sed -i, which changes files');
}

function inspectSedScript(w: Word, ctx: Context): void {
  if (w.text.length > SCRIPT_CAP) return ctx.say('opaque', 'a long sed script');
  const text = w.text.replaceAll(UNKNOWN, '1');
  if (w.doubt < CRAFTED && isPlainSed(text)) return;
  // Without the file name behind a last `w` it is plain: it writes, but runs nothing.
  if (w.doubt === CRAFTED || !isPlainSed(text.replace(/w\s+[^\s;}]+\s*$/, '')))
    return ctx.say('opaque', 'a sed script that may run other commands');
  const file = /\S*\s*$/.exec(text)?.[0].trim() ?? '';
  if (MENTIONS_STATE.test(text) || touchesState(ctx, literal(file)))
    ctx.say('state', 'sed on the workflow state');
  ctx.say('write', 'a sed script that writes files');
}

function isPlainSed(script: string): boolean {
  for (let at = 0; at < script.length; at = PLAIN.lastIndex) {
    PLAIN.lastIndex = at;
    if (!PLAIN.test(script)) return false;
  }
  return true;
}
