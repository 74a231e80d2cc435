import type { Host } from '../../host/host.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { NO_TOKENS, addTokens } from '../../work/prices.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../agent.ts';
import { checkAnswer } from '../answer.ts';
import { openWatch, type Watch } from '../cli/watch.ts';
import { runCommand } from './command.ts';
import { pickRule, type Match } from './match.ts';
import { perform, type Context, type Done } from './perform.ts';
import type { Script } from './script.ts';
import type { Session, Sessions } from './sessions.ts';

/** One run of the script: finds its rule, does its steps one by one within the limits, and answers. */
export async function runScript(
  host: Host,
  script: Script,
  sessions: Sessions,
  request: AgentRequest,
  emit: (event: AgentEvent) => void,
  abandoned: AbortSignal,
): Promise<AgentResult> {
  const began = host.clock.monotonic();
  const watch = openWatch(host.clock, request.limits, [request.signal, abandoned]);
  const result = begun(request, request.resume ?? host.random.uuid());
  try {
    if (watch.reason() === undefined) {
      const match = await begin(script, sessions, request, result.sessionId, host.clock.now());
      watch.touch();
      emit({ type: 'started', sessionId: result.sessionId, model: request.model });
      await follow(match, { host, request, watch, emit, result });
    }
  } finally {
    watch.close();
    result.durationMs = Math.round(host.clock.monotonic() - began);
  }
  const stopped = watch.reason();
  if (stopped !== undefined) {
    result.stopReason = stopped;
    result.text ||= `stopped: ${stopped}`;
    delete result.structured;
  }
  result.ok = result.stopReason === 'completed';
  return result;
}

function begun({ model }: AgentRequest, sessionId: string): AgentResult {
  return {
    ok: false,
    stopReason: 'completed',
    text: '',
    sessionId,
    model,
    costUsd: 0,
    tokens: NO_TOKENS,
    turns: 0,
    denials: [],
    durationMs: 0,
    exitCode: null,
    stderrTail: '',
  };
}

/** The script is missing or broken: nothing was begun, and it counts against no work. */
export function unavailable(request: AgentRequest, error: unknown): AgentResult {
  const why = error instanceof AutodevError && error.why ? `: ${error.why}` : '';
  const text = `${messageOf(error)}${why}`;
  return { ...begun(request, request.resume ?? ''), stopReason: 'unavailable', text };
}

async function begin(
  script: Script,
  sessions: Sessions,
  request: AgentRequest,
  session: string,
  at: number,
): Promise<Match | undefined> {
  const { prompt, role, model, access, input, cwd } = request;
  const shared = { prompt, role, model, access, cwd, schema: request.schema?.name ?? '' };
  const resumed = request.resume !== undefined;
  const earlier = await sessions.all();
  const uses = (rule: string) => {
    const used = earlier.filter((one) => one.rule === rule);
    return { used: used.length, usedHere: used.filter((one) => one.cwd === cwd).length };
  };
  const match = pickRule(script, { ...shared, input, resumed, runs: earlier.length }, uses);
  const entry: Session = { session, rule: match?.id ?? null, tag: request.tag, ...shared, resumed, at };
  await sessions.add(entry);
  return match;
}

interface Run {
  host: Host;
  request: AgentRequest;
  watch: Watch;
  emit: (event: AgentEvent) => void;
  result: AgentResult;
}

async function follow(match: Match | undefined, run: Run): Promise<void> {
  const { request, watch, emit, result } = run;
  if (match === undefined) {
    result.stopReason = 'no_rule';
    const [first = ''] = request.prompt.split('\n');
    result.text = `no rule of the script matches the prompt: ${first.slice(0, 100)}`;
    return;
  }
  const context = contextOf(run);
  let answer: { value: unknown } | undefined;
  for (const [index, step] of match.steps.entries()) {
    let done: Done;
    try {
      done = await perform(step, request, context);
    } catch (error) {
      if (watch.reason() === undefined) throw error;
      return;
    }
    watch.touch();
    show(done, `step-${index + 1}`, run);
    if (watch.reason() !== undefined) return;
    answer = done.answer ?? answer;
    if (done.failed !== undefined) {
      result.stopReason = done.failed.reason;
      result.text = done.failed.text;
      const { resetsInSecs } = done.failed;
      if (resetsInSecs !== undefined) result.resetsAt = run.host.clock.now() + resetsInSecs * 1_000;
      return;
    }
  }
  if (request.schema === undefined) return;
  const checked = checkAnswer(request.schema, answer?.value);
  if (checked.ok) {
    result.structured = checked.value;
    emit({ type: 'text', text: JSON.stringify(checked.value) });
  } else {
    result.stopReason = 'no_answer';
    result.said = result.text;
    result.text = checked.problems;
  }
}

function contextOf({ host, request, watch }: Run): Context {
  return {
    sleep: (ms) => host.clock.sleep(ms, watch.signal),
    forever: () =>
      new Promise((_, reject) => {
        const stop = () => reject(watch.signal.reason as Error);
        if (watch.signal.aborted) stop();
        watch.signal.addEventListener('abort', stop, { once: true });
      }),
    run: (command) => runCommand(host, request, command, watch.signal),
  };
}

/** Books what a step came to and shows it as the events of an agent. */
function show(done: Done, id: string, { emit, result, watch }: Run): void {
  if (done.tool !== undefined) {
    const { name, summary, ok, output, denied } = done.tool;
    emit({ type: 'tool', id, name, summary });
    if (denied !== undefined) {
      result.denials.push({ tool: name, reason: denied });
      emit({ type: 'denied', tool: name, reason: denied });
    }
    emit({ type: 'tool_result', id, ok, summary: denied ?? output });
  }
  if (done.text !== undefined) {
    result.text = done.text;
    emit({ type: 'text', text: done.text });
  }
  if (done.cost !== undefined) {
    const { usd, input, output } = done.cost;
    result.costUsd += usd;
    result.tokens = addTokens(result.tokens, { ...NO_TOKENS, input, output });
    emit({ type: 'usage', tokens: result.tokens, costUsd: result.costUsd });
    watch.spent(result.costUsd);
  }
  if (done.tool !== undefined || done.text !== undefined || done.answer !== undefined) {
    result.turns += 1;
    watch.turns(result.turns);
  }
}
