import type { Rule } from '../context.ts';
import { CRAFTED, FROM_OUTSIDE, UNKNOWN, textOf, unknownWord, type Word } from '../word.ts';
import { findReaches } from './listings.ts';

/** find, with the commands it runs and the files it writes or removes. */
export const inspectFind: Rule = (args, cmd, ctx) => {
  const hits = findReaches(args, ctx);
  const found = { ...ctx, reach: hits || ctx.reach };
  let exec: Word[] | undefined;
  for (const [k, w] of args.entries()) {
    if (exec !== undefined) {
      if (w.text === ';' || (w.text === '+' && textOf(args[k - 1]) === '{}')) {
        ctx.inspect(exec, cmd, found);
        exec = undefined;
      } else exec.push(w.text.includes('{}') && !isCodeNext(exec) ? filled(w) : w);
    } else if (/^-(exec|ok)(dir)?$/.test(w.text)) exec = [];
    else if (w.text === '-delete') {
      if (hits) ctx.say('state', 'find -delete, which reaches the workflow state');
      ctx.say('write', 'find -delete');
    } else if (/^-f(printf?|print0|ls)$/.test(w.text)) ctx.say('write', `find ${w.text}`);
    else if (w.doubt === CRAFTED) ctx.say('opaque', 'find with an argument that is not written out');
  }
  if (exec !== undefined) ctx.say('opaque', 'find -exec without an end');
};

/** The next word is a script of a shell: what stands there for a name is read as one. */
function isCodeNext(exec: readonly Word[]): boolean {
  return exec.length > 1 && /^-[a-z]*c$/.test(textOf(exec.at(-1)));
}

function filled(w: Word): Word {
  return { ...unknownWord(FROM_OUTSIDE), text: w.text.replaceAll('{}', UNKNOWN) };
}
