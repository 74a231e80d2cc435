import { nameOf } from '../../paths.ts';
import type { Context, Rule } from '../context.ts';
import { MENTIONS_STATE } from '../mentions.ts';
import { WRITERS } from '../programs/writers.ts';
import { FROM_OUTSIDE, UNKNOWN, firstOperand, morePossible, textOf, type Word } from '../word.ts';

const XARGS_VALUED = '-I -n -P -L -d -a -s -E --max-args --max-procs --delimiter --replace';
const REPLACE = /^(-I|-i|--replace=?)/;

export const inspectXargs: Rule = (args, cmd, ctx) => {
  const at = firstOperand(args, XARGS_VALUED);
  const options = args.slice(0, at);
  const rest = args.slice(at);
  if (rest.length === 0) return;
  if (WRITERS.has(nameOf(textOf(rest[0]))) && MENTIONS_STATE.test(ctx.whole))
    ctx.say('state', 'xargs on the workflow state');
  const replace = options.findIndex((w) => REPLACE.test(w.text));
  if (replace === -1) return ctx.inspect([...rest, ctx.stdin], cmd, ctx);
  const option = textOf(options[replace]);
  const mark = option.replace(REPLACE, '') || (option === '-I' && textOf(options[replace + 1])) || '{}';
  ctx.inspect(filledWords(rest, mark, ctx), cmd, ctx);
};

/** The words with what comes from the pipe where the mark stands. */
function filledWords(words: readonly Word[], mark: string, { stdin }: Context): Word[] {
  // A name in a script of a shell is read as one, unless somebody wrote the names here.
  const isCode = (k: number) => stdin.doubt === FROM_OUTSIDE && /^-[a-z]*c$/.test(textOf(words[k - 1]));
  return words.map((w, k) =>
    w.text.includes(mark) && !isCode(k)
      ? { ...w, text: w.text.replaceAll(mark, UNKNOWN), doubt: morePossible(w.doubt, stdin.doubt) }
      : w,
  );
}
