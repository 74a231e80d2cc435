import type { Context } from './context.ts';
import { GIT_RUNS_IT, RUN_BY_GIT } from './mentions.ts';
import type { Redirect, SimpleCommand } from './parse/script.ts';
import { isHarmlessSetting, RISKY_VARIABLE } from './risky-variables.ts';
import { touchesState } from './touches.ts';
import { literal, type Value } from './word.ts';

export const DEVICE = /^\/dev\/(null|stdout|stderr|tty|zero|full|fd\/\d+)$/;
const CONNECTION = /^\/dev\/(tcp|udp)\//;

export function inspectCommand(cmd: SimpleCommand, ctx: Context): void {
  for (const redirect of cmd.redirects) inspectRedirect(redirect, cmd, ctx);
  for (const { name, value } of cmd.assigns) inspectVariable(name, value, ctx);
  ctx.inspect(cmd.words, cmd, ctx);
}

function inspectRedirect({ kind, target }: Redirect, cmd: SimpleCommand, ctx: Context): void {
  if (CONNECTION.test(target.text)) ctx.say('opaque', 'a connection to another machine');
  if (kind === '<' || kind === '<&') return;
  if (kind === '>&' && /^(\d+-?|-)$/.test(target.text)) return;
  if (target.doubt === 0 && DEVICE.test(target.text)) return;
  if (touchesState(ctx, target)) ctx.say('state', 'a redirection to the workflow state');
  if (RUN_BY_GIT.test(target.text)) ctx.say('finish', GIT_RUNS_IT);
  ctx.files.wrote(target, kind === '>>' ? undefined : copiedText(cmd));
  const file = target.doubt > 0 ? 'a file whose name is not written out' : target.text;
  ctx.say('write', `a redirection to ${file}`);
}

/** `cat > f <<E`: the file then holds what stands here. */
function copiedText({ input: [doc, ...more], words: [first, ...args], piped }: SimpleCommand) {
  const plain = first?.text === 'cat' && args.length === 0 && more.length === 0 && !piped;
  return plain && doc?.doubt === 0 ? doc.text : undefined;
}

export function inspectVariable(name: string, value: Value, ctx: Context): void {
  if (name.startsWith('GIT_') && touchesState(ctx, { ...literal(value.text), doubt: value.doubt }))
    ctx.say('state', `${name} in the folder of the workflow state`);
  if (RISKY_VARIABLE.test(name) && !isHarmlessSetting(name, value))
    ctx.say('opaque', `a change of ${name}, which changes what commands do`);
}
