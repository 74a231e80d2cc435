import type { Conditions, Rule, Script } from '../compose/agents/scripted.ts';

/** A script as the text of a file, for processes that read it. Rules with functions cannot be written down. */
export function scriptText(script: Script): string {
  return JSON.stringify({ rules: script.map(plain) });
}

function plain({ when, steps, ...rule }: Rule): object {
  if (typeof when === 'function' || typeof steps === 'function')
    throw new Error('a rule with a function cannot be written into a file');
  return { ...rule, when: when instanceof RegExp ? when.source : sources(when), steps };
}

const sources = (conditions: Conditions): object =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, value]) => [name, value instanceof RegExp ? value.source : value]),
  );
