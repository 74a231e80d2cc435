import type { Context, Rule } from '../context.ts';
import { MENTIONS_STATE, mentionsFinish } from '../mentions.ts';
import { inspectScriptFile } from '../programs/script-files.ts';
import { firstOperand, textOf, type Word } from '../word.ts';
import { opaqueRule } from './opaque.ts';

/** Words that are joined to one shell text. */
function inspectJoined(words: readonly Word[], ctx: Context, name: string): void {
  if (words.some((w) => w.doubt > 0)) ctx.say('opaque', `${name} of something that is not written out`);
  else ctx.script(words.map(({ text }) => text).join(' '));
}

/** Where the text behind `-c` stands, or undefined. */
function commandOption(args: readonly Word[]): Word[] | undefined {
  const at = args.findIndex((w) => /^(-[a-zA-Z]*c|--command)$/.test(w.text));
  return at === -1 ? undefined : args.slice(at + 1, at + 2);
}

const inspectSource: Rule = ([file], _cmd, ctx) => {
  if (file === undefined) return;
  // What Python writes there is long and needs no reading; it names neither git nor a push.
  const isEnvironment =
    /(^|\/)bin\/activate$/.test(file.text) &&
    ctx.files
      .texts(file.text)
      .every((text) => text !== undefined && !mentionsFinish(text) && !MENTIONS_STATE.test(text));
  if (!isEnvironment) inspectScriptFile(file, ctx, true);
};

/** Programs and words of the shell that run others. */
export const RUNNERS: Readonly<Record<string, Rule>> = {
  eval: (args, _cmd, ctx) => inspectJoined(args, ctx, 'eval'),
  source: inspectSource,
  '.': inspectSource,
  alias: (args, _cmd, ctx) => {
    for (const { text, doubt } of args) {
      const sign = text.indexOf('=');
      if (sign === -1) continue;
      if (doubt > 0) {
        ctx.say('opaque', 'an alias that is not written out');
        continue;
      }
      // It is used with more words behind it.
      ctx.script(`${text.slice(sign + 1)} "$@"`);
      ctx.functions.add(text.slice(0, sign));
    }
  },
  trap: (args, _cmd, ctx) => {
    if (args.length > 1 && !/^-?$|^-[lp]/.test(textOf(args[0])))
      inspectJoined(args.slice(0, 1), ctx, 'a trap');
  },
  watch: (args, _cmd, ctx) => inspectJoined(args.slice(firstOperand(args, '-n --interval -d')), ctx, 'watch'),
  su: (args, cmd, ctx) => {
    const command = commandOption(args);
    if (command === undefined) opaqueRule(args, cmd, ctx, 'su');
    else inspectJoined(command, ctx, 'su');
  },
  script: (args, _cmd, ctx) => {
    const command = commandOption(args);
    if (command !== undefined) inspectJoined(command, ctx, 'script');
    ctx.say(command === undefined ? 'opaque' : 'write', 'script, which writes a transcript');
  },
  flock: (args, cmd, ctx) => {
    const command = commandOption(args);
    if (command !== undefined) inspectJoined(command, ctx, 'flock');
    else ctx.inspect(args.slice(firstOperand(args, '-w -E --timeout') + 1), cmd, ctx);
  },
  crontab: (args, cmd, ctx, name) => {
    if (args.length !== 1 || textOf(args[0]) !== '-l') opaqueRule(args, cmd, ctx, name);
  },
};
