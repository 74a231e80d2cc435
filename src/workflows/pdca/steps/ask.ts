import { isAutodevError } from '../../../work/errors.ts';
import { fillPrompt, template, type PromptValue } from '../../prompt.ts';
import type { SessionUse } from '../done.ts';
import type { Around } from '../work.ts';
import type { PdcaNeeds, Teammate } from './needs.ts';

const NO_TOKENS = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };

/** One step's dealings with its teammates: each session is counted, also one that gave nothing. */
export interface Asking {
  readonly needs: PdcaNeeds;
  readonly around: Around;
  readonly sessions: SessionUse[];
}

export interface Said<T> {
  /** Undefined: no answer that can be used; `text` is what it said instead. */
  answer: T | undefined;
  text: string;
}

/** A session that fails, hangs or answers nothing counts against the work; what is wrong around it is passed on. */
export async function ask<T>({ needs, around, sessions }: Asking, mate: Teammate<T>): Promise<Said<T>> {
  const { role, name, model, prompt, access, schema, cwd = needs.tree.cwd, atOnce } = mate;
  const use = {
    name,
    role,
    model,
    id: '',
    phase: around.phase,
    usd: 0,
    tokens: NO_TOKENS,
    durationMs: 0,
    verdict: null,
  };
  try {
    const result = await needs.session({ role, teammate: name, prompt, cwd, access, schema, model, atOnce });
    const { sessionId, costUsd, tokens, durationMs, text } = result;
    const answer = result.structured as T;
    sessions.push({
      ...use,
      id: sessionId,
      model: result.model,
      usd: costUsd,
      tokens,
      durationMs,
      verdict: verdictOf(answer),
    });
    await needs.mail({ from: name, to: 'lead', text: JSON.stringify(answer) });
    return { answer, text };
  } catch (error) {
    needs.signal.throwIfAborted();
    if (!isAutodevError(error, 'agent_failed', 'no_answer')) throw error;
    const data = error.data ?? {};
    const number = (key: string) => (typeof data[key] === 'number' ? data[key] : 0);
    sessions.push({
      ...use,
      id: typeof data['sessionId'] === 'string' ? data['sessionId'] : '',
      usd: number('costUsd'),
      durationMs: number('durationMs'),
      tokens: (data['tokens'] as SessionUse['tokens'] | undefined) ?? NO_TOKENS,
      verdict: 'no answer',
    });
    await needs.mail({ from: name, to: 'lead', text: `(${error.message})` });
    needs.say(`[Phase ${around.phase}] ${name}: ${error.message}`);
    return { answer: undefined, text: typeof data['said'] === 'string' ? data['said'] : '' };
  }
}

/** Several at the same time: what goes wrong with one is passed on when all have come to their end. */
export async function together<T>(mates: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(mates);
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/** The verdict of the last session, where it is not in the answer itself. */
export function judgedBy({ sessions }: Asking, verdict: string): void {
  const own = sessions.at(-1);
  if (own !== undefined) own.verdict = verdict;
}

function verdictOf(answer: unknown): string | null {
  const verdict = (answer as { verdict?: unknown } | null | undefined)?.verdict;
  return typeof verdict === 'string' ? verdict : null;
}

export async function promptOf(
  { needs }: Asking,
  file: string,
  values: Readonly<Record<string, PromptValue>>,
): Promise<string> {
  const text = await template(new URL(`../prompts/${file}.md`, import.meta.url));
  return fillPrompt(text, values, { random: needs.host.random, language: needs.options.language });
}
