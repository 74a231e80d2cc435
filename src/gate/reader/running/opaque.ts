import type { Rule } from '../context.ts';
import { MENTIONS_STATE, tellsGate } from '../mentions.ts';

/** A program that runs what it is given, in a way that is not read here. */
export const opaqueRule: Rule = (args, cmd, ctx, name) => {
  const said = [...args, ...cmd.input].map(({ text }) => text).join(' ');
  if (MENTIONS_STATE.test(said) || tellsGate(said)) ctx.say('state', `${name} on the workflow state`);
  ctx.say('opaque', `${name}, which runs what it is given`);
};
