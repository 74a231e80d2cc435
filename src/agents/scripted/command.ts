import type { Sandbox } from '../../host/sandbox/sandbox.ts';
import type { EgressProxy } from '../../host/sandbox/egress/proxy.ts';
import { prepareSandbox } from '../../host/sandbox/prepare.ts';
import { sandboxInForce } from '../../host/sandbox/works.ts';
import { startIsolated } from '../../host/sandbox/start.ts';
import type { Host } from '../../host/host.ts';
import { readLines } from '../../host/process/lines.ts';
import { temporaryFolder } from '../../host/fs/temporary.ts';
import { messageOf } from '../../work/errors.ts';
import type { AgentRequest } from '../agent.ts';
import { SESSION_MARK, agentEnvironment } from '../cli/environment.ts';

const OUTPUT_CAP = 1024 * 1024;

interface Ran {
  code: number | null;
  output: string;
}

/** Runs a command of the script, without a shell. Nothing it has started is alive afterwards. */
export async function runCommand(
  host: Host,
  request: AgentRequest,
  command: readonly string[],
  signal: AbortSignal,
): Promise<Ran> {
  signal.throwIfAborted();
  const tmp = await temporaryFolder(host.random, request.env['TMPDIR']);
  const refused: string[] = [];
  let sandbox: (Sandbox & EgressProxy) | undefined;
  try {
    const rules = await sandboxInForce(host, request.env);
    sandbox =
      rules &&
      (await prepareSandbox(
        { rules, scratch: tmp.path, worktree: { path: request.cwd, write: request.access === 'write' } },
        { refused: (where, why) => void refused.push(`autodev: ${where} ${why}\n`) },
      ));
    const { code, output } = await runIn(host, request, tmp.path, command, signal, sandbox);
    return { code, output: `${output}${refused.join('')}` };
  } finally {
    await sandbox?.close();
    await tmp.remove();
  }
}

async function runIn(
  host: Host,
  request: AgentRequest,
  tmp: string,
  [command = '', ...args]: readonly string[],
  signal: AbortSignal,
  sandbox: Sandbox | undefined,
): Promise<Ran> {
  const session = { mark: host.random.hex(12), tmp };
  let program;
  try {
    program = await startIsolated(host.processes, command, args, {
      cwd: request.cwd,
      env: agentEnvironment(request, { home: 'user' }, session, {}),
      mark: SESSION_MARK,
      readOnly: request.access === 'read' ? request.cwd : undefined,
      sandbox,
    });
  } catch (error) {
    return { code: null, output: messageOf(error) };
  }
  let output = '';
  const keep = (line: string) => {
    if (output.length < OUTPUT_CAP) output += `${line}\n`;
  };
  const read = [program.stdout, program.stderr].map((stream) => readLines(stream, OUTPUT_CAP, keep));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping = program.stop(0);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const { code } = await program.exited;
  signal.removeEventListener('abort', stop);
  await stopping;
  await program.reap();
  await Promise.all(read);
  signal.throwIfAborted();
  return { code, output: [output, ...program.reached().map((text) => `autodev: ${text}\n`)].join('') };
}
