import { startContained, type Contained } from '../host/contain.ts';
import type { Host } from '../host/host.ts';
import { readLines } from '../host/lines.ts';
import { temporaryFolder } from '../host/temporary.ts';
import { isAutodevError } from '../work/errors.ts';
import type { AgentEvent, AgentRequest, AgentResult, StopReason } from './agent.ts';
import { checkAnswer } from './answer.ts';
import { SESSION_MARK, agentEnvironment } from './environment.ts';
import type { Outcome, Reader } from './reader.ts';
import type { AgentSettings } from './settings.ts';
import { supportOf, type Needs } from './support.ts';
import { openWatch, type Watch } from './watch.ts';

/** One call of an agent's CLI. */
export interface Call {
  args: readonly string[];
  /** What this CLI needs in its environment beside the request's. */
  env: Readonly<Record<string, string>>;
  /** The prompt as it is given on standard input: untrusted text never becomes an argument. */
  input: string;
  /** Why it must not be started at all. */
  refusal?: { reason: StopReason; text: string } | undefined;
  /** Files that are empty for the CLI. */
  hidden?: readonly string[] | undefined;
  /** Where it runs, unless in the request's folder. */
  cwd?: string | undefined;
  reader: Reader;
  /** Brings the tally up to date from elsewhere (a transcript), when the output itself does not tell. */
  refresh?: (() => Promise<void>) | undefined;
}

const LINE_CAP = 16 * 1024 * 1024;
const TEXT_CAP = 256 * 1024;
const STDERR_CAP = 8 * 1024;
/** How long a CLI may take to put its things away after SIGINT. */
const GRACE = 3_000;

/**
 * Runs a CLI to its end within the request's limits. `prepare` makes the call once there is a folder for
 * temporary files. Nothing the CLI has started is alive when this resolves.
 */
export async function runCli(
  host: Host,
  settings: AgentSettings,
  needs: Needs,
  request: AgentRequest,
  prepare: (tmp: string) => Promise<Call>,
  emit: (event: AgentEvent) => void,
  abandoned: AbortSignal,
): Promise<AgentResult> {
  const began = host.clock.monotonic();
  const watch = openWatch(host.clock, request.limits, [request.signal, abandoned]);
  const tmp = await temporaryFolder(host.random, request.env['TMPDIR']);
  try {
    const call = await prepare(tmp.path);
    const ended = await attempt(host, settings, needs, request, call, tmp.path, watch, emit);
    await call.refresh?.();
    return resultOf(request, call, ended, watch, Math.round(host.clock.monotonic() - began));
  } finally {
    watch.close();
    await tmp.remove();
  }
}

interface Ended {
  code: number | null;
  stderr: string;
  /** Why it could not even be started. */
  failure?: string;
}

async function attempt(
  host: Host,
  settings: AgentSettings,
  needs: Needs,
  request: AgentRequest,
  call: Call,
  tmp: string,
  watch: Watch,
  emit: (event: AgentEvent) => void,
): Promise<Ended> {
  if (watch.reason() !== undefined || call.refusal !== undefined) return { code: null, stderr: '' };
  const env = agentEnvironment(request, settings, { mark: host.random.hex(12), tmp }, call.env);
  const { problems } = await supportOf(host, needs, env);
  if (problems.length > 0) return { code: null, stderr: '', failure: problems.join(' ') };
  if (watch.reason() !== undefined) return { code: null, stderr: '' };
  try {
    const program = await startContained(host.processes, needs.command, call.args, {
      cwd: call.cwd ?? request.cwd,
      env,
      mark: SESSION_MARK,
      stdin: 'pipe',
      readOnly: request.access === 'read' ? request.cwd : undefined,
      hidden: call.hidden,
    });
    return await converse(program, call, watch, emit);
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    return { code: null, stderr: '', failure: error.message };
  }
}

async function converse(
  program: Contained,
  call: Call,
  watch: Watch,
  emit: (event: AgentEvent) => void,
): Promise<Ended> {
  watch.touch();
  let stderr = '';
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= program.stop(GRACE);
  };
  if (watch.signal.aborted) stop();
  else watch.signal.addEventListener('abort', stop, { once: true });

  const { reader } = call;
  let refreshing = Promise.resolve();
  const output = readLines(program.stdout, LINE_CAP, (line) => {
    watch.touch();
    for (const event of reader.line(line)) emit(event);
    watch.busy(reader.tally.working.size > 0);
    const objection = reader.objection();
    if (objection !== undefined) watch.stop(objection.reason);
    if (call.refresh !== undefined) refreshing = refreshing.then(call.refresh);
    refreshing = refreshing.then(() => {
      if (!reader.limited()) return;
      watch.turns(reader.tally.turns);
      watch.spent(reader.tally.costUsd);
    });
  });
  const errors = readLines(program.stderr, LINE_CAP, (line) => {
    watch.touch();
    stderr = `${stderr}${line}\n`.slice(-STDERR_CAP);
  });
  program.stdin?.end(call.input);
  const exit = await program.exited;
  watch.signal.removeEventListener('abort', stop);
  await stopping;
  await program.reap();
  await Promise.all([output, errors]);
  await refreshing;
  return { code: exit.code, stderr };
}

function resultOf(
  request: AgentRequest,
  call: Call,
  ended: Ended,
  watch: Watch,
  durationMs: number,
): AgentResult {
  const { tally } = call.reader;
  const outcome = outcomeOf(request, call, ended, watch.reason());
  const result: AgentResult = {
    ok: outcome.stopReason === 'completed',
    stopReason: outcome.stopReason,
    text: outcome.text.slice(0, TEXT_CAP),
    sessionId: tally.sessionId,
    model: tally.model,
    costUsd: tally.costUsd,
    tokens: tally.tokens,
    turns: tally.turns,
    denials: tally.denials,
    durationMs,
    exitCode: ended.code,
    stderrTail: ended.stderr,
  };
  if (result.ok && request.schema !== undefined) result.structured = outcome.answer;
  return result;
}

const STOPPED: Partial<Record<StopReason, string>> = {
  cancelled: 'it was cancelled',
  wall_time: 'it took longer than allowed',
  idle: 'it gave no sign of life for too long',
  turn_limit: 'it took more turns than allowed',
  budget_limit: 'it cost more than allowed',
};

/** After we have stopped it, exit code and output mean nothing; otherwise the CLI's own account, checked. */
function outcomeOf(
  request: AgentRequest,
  { reader, refusal }: Call,
  ended: Ended,
  stopped: StopReason | undefined,
): Outcome {
  const objection = refusal ?? reader.objection();
  if (objection !== undefined) return { stopReason: objection.reason, text: objection.text };
  if (stopped !== undefined) return { stopReason: stopped, text: `stopped: ${STOPPED[stopped] ?? stopped}` };
  if (ended.failure !== undefined) return { stopReason: 'crashed', text: ended.failure };
  const outcome = reader.outcome(ended);
  if (outcome.stopReason !== 'completed' || request.schema === undefined) return outcome;
  const checked = checkAnswer(request.schema, outcome.answer);
  return checked.ok
    ? { ...outcome, answer: checked.value }
    : { stopReason: 'no_answer', text: checked.problems };
}
