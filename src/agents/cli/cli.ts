import { sandboxInForce } from '../../host/sandbox/works.ts';
import { startIsolated, type IsolatedProcess } from '../../host/sandbox/start.ts';
import { readLines } from '../../host/process/lines.ts';
import { temporaryFolder } from '../../host/fs/temporary.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { AgentEvent, AgentResult } from '../agent.ts';
import { sandboxedCall, type SandboxedCall } from './sandboxed-call.ts';
import type { Call, Ended } from './call.ts';
import type { CliRun } from './cli-run.ts';
import { SESSION_MARK, agentEnvironment, zoneOf } from './environment.ts';
import { resultOf } from '../result.ts';
import { supportOf } from './support.ts';
import { openWatch, type Watch } from './watch.ts';

const LINE_CAP = 16 * 1024 * 1024;
const STDERR_CAP = 8 * 1024;
/** How long a CLI may take to put its things away after SIGINT. */
const GRACE = 1_500;
/** A CLI that waits for its provider longer than this is ended: waiting is the daemon's, and holds no slot there. */
const PROVIDER_MS = 60_000;

/**
 * Runs a CLI to its end within the request's limits. `prepare` makes the call once there is a folder for
 * temporary files. Nothing the CLI has started is alive when this resolves.
 */
export async function runCli(run: CliRun, prepare: (tmp: string) => Promise<Call>): Promise<AgentResult> {
  const { host, request } = run;
  const began = host.clock.monotonic();
  const watch = openWatch(host.clock, request.limits, [request.signal, run.abandoned]);
  const tmp = await temporaryFolder(host.random, request.env['TMPDIR']);
  try {
    const call = await prepare(tmp.path);
    const { ended, settled } = await attempt(run, call, tmp.path, watch);
    await call.refresh?.();
    const took = Math.round(host.clock.monotonic() - began);
    const told = { now: host.clock.now(), zone: zoneOf(request, run.settings) };
    return settled(resultOf(request, call, ended, watch.reason(), took, told));
  } finally {
    watch.close();
    await tmp.remove();
  }
}

/** How it ended, and what its result has to be completed by. */
interface Attempted {
  ended: Ended;
  settled(result: AgentResult): AgentResult;
}

async function attempt(run: CliRun, call: Call, tmp: string, watch: Watch): Promise<Attempted> {
  const { host, needs, request } = run;
  const notStarted = (failure?: string): Attempted => ({
    ended: { code: null, stderr: '', ...(failure === undefined ? {} : { failure }) },
    settled: (result) => result,
  });
  if (watch.reason() !== undefined || call.refusal !== undefined) return notStarted();
  const session = { mark: host.random.hex(12), tmp };
  const env = agentEnvironment(request, run.settings, session, call.env);
  const { problems } = await supportOf(host, needs, env);
  if (problems.length > 0) return notStarted(problems.join(' '));
  if (watch.reason() !== undefined) return notStarted();
  let sandboxed: SandboxedCall | undefined;
  try {
    const rules = await sandboxInForce(host, env);
    sandboxed = rules && (await sandboxedCall(run, call, rules, tmp, env, watch));
    const program = await startIsolated(
      host.processes,
      needs.command,
      sandboxed?.args ?? call.args({ sandboxed: false }),
      {
        cwd: call.cwd ?? request.cwd,
        env: sandboxed?.env ?? env,
        mark: SESSION_MARK,
        configured: true,
        stdin: 'pipe',
        readOnly: request.access === 'read' ? request.cwd : undefined,
        hidden: call.hidden,
        sandbox: sandboxed?.sandbox,
      },
    );
    const ended = await converse(program, call, watch, run.emit, sandboxed?.tell);
    for (const text of (await sandboxed?.sandbox.keep()) ?? [])
      run.emit({ type: 'notice', text: `sandbox: ${text}` });
    for (const text of program.reached()) run.emit({ type: 'notice', text: `sandbox: ${text}` });
    sandboxed?.tell();
    return { ended, settled: sandboxed?.settled ?? ((result) => result) };
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    return notStarted(error.message);
  } finally {
    await sandboxed?.sandbox.close();
  }
}

async function converse(
  program: IsolatedProcess,
  call: Call,
  watch: Watch,
  emit: (event: AgentEvent) => void,
  afterLine: () => void = () => {},
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
  const object = () => {
    const objection = reader.objection();
    if (objection !== undefined) watch.stop(objection.reason);
  };
  let refreshing = Promise.resolve();
  const output = readLines(program.stdout, LINE_CAP, (line) => {
    for (const event of reader.line(line)) emit(event);
    watch.touch(reader.waitsFor?.() === undefined ? undefined : PROVIDER_MS);
    afterLine();
    watch.busy(reader.tally.working.size > 0);
    object();
    if (call.refresh !== undefined) refreshing = refreshing.then(call.refresh);
    refreshing = refreshing.then(() => {
      if (!reader.limited()) return;
      watch.turns(reader.tally.turns);
      watch.spent(reader.tally.costUsd);
    });
  });
  const errors = readLines(program.stderr, LINE_CAP, (line) => {
    reader.complaint?.(line);
    watch.touch(reader.waitsFor?.() === undefined ? undefined : PROVIDER_MS);
    stderr = `${stderr}${line}\n`.slice(-STDERR_CAP);
    object();
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
