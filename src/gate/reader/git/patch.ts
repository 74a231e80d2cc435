import type { Context } from '../context.ts';
import { MENTIONS_STATE } from '../mentions.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { touchesState } from '../touches.ts';
import { isOption, literal, type Word } from '../word.ts';

/** A patch names the files it changes; one that comes through a pipe cannot be read, so it is refused. */
export function inspectPatch(name: string, args: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  const operands = args
    .map((w) => ({ ...w, text: w.text.replace(/^(-i|--input=)(?=.)/, '') }))
    .filter((w) => !isOption(w));
  const redirected = cmd.redirects.filter(({ kind }) => kind === '<').map(({ target }) => target);
  const files = [...operands, ...redirected].map((w) => (w.doubt > 0 ? undefined : ctx.files.read(w.text)));
  const texts = [...cmd.input.map(({ text }) => text), ...files.filter((text) => text !== undefined)];
  if (
    texts.some((text) => MENTIONS_STATE.test(withoutOctals(text))) ||
    touchesState(ctx, literal('.')) ||
    MENTIONS_STATE.test(ctx.whole)
  )
    return ctx.say('state', `${name} of a patch on the workflow state`);
  if (cmd.piped && texts.length === 0)
    ctx.say('state', `${name} of a patch from a pipe, which may change the workflow state`);
}

function withoutOctals(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_all, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
