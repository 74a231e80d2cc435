import type { AnswerSchema } from '../work/verdicts.ts';

/** An answer after our own check, whatever the CLI promised about it. */
export type CheckedAnswer = { ok: true; value: unknown } | { ok: false; problems: string };

export function checkAnswer(schema: AnswerSchema, given: unknown): CheckedAnswer {
  if (given === undefined) {
    return { ok: false, problems: `no answer of the form "${schema.name}" was given` };
  }
  const checked = schema.check(given);
  return checked.ok
    ? checked
    : { ok: false, problems: `the answer does not fit "${schema.name}":\n${checked.problems}` };
}

/** The JSON object of a text answer: the whole text, its last fenced block, or its outermost braces. */
export function jsonIn(text: string): unknown {
  const fenced = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)```/g)].at(-1)?.[1];
  const open = text.indexOf('{');
  const braces = open < 0 ? undefined : text.slice(open, text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braces]) {
    if (candidate === undefined) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // Not this one: prose around the object is usual.
    }
  }
  return undefined;
}
