import type { Box } from '../../host/box/box.ts';
import type { NetDoor } from '../../host/box/net-door.ts';
import { prepareBox } from '../../host/box/prepare.ts';
import { boxInForce } from '../../host/box/works.ts';
import { startContained } from '../../host/contain.ts';
import type { Host } from '../../host/host.ts';
import { readLines } from '../../host/lines.ts';
import { temporaryFolder } from '../../host/temporary.ts';
import { messageOf } from '../../work/errors.ts';
import type { AgentRequest } from '../agent.ts';
import { SESSION_MARK, agentEnvironment } from '../environment.ts';

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
  let box: (Box & NetDoor) | undefined;
  try {
    const rules = await boxInForce(host, request.env);
    box =
      rules &&
      (await prepareBox(
        { rules, scratch: tmp.path, worktree: { path: request.cwd, write: request.access === 'write' } },
        { refused: (where, why) => void refused.push(`autodev: ${where} ${why}\n`) },
      ));
    const { code, output } = await runIn(host, request, tmp.path, command, signal, box);
    return { code, output: `${output}${refused.join('')}` };
  } finally {
    await box?.close();
    await tmp.remove();
  }
}

async function runIn(
  host: Host,
  request: AgentRequest,
  tmp: string,
  [command = '', ...args]: readonly string[],
  signal: AbortSignal,
  box: Box | undefined,
): Promise<Ran> {
  const session = { mark: host.random.hex(12), tmp };
  let program;
  try {
    program = await startContained(host.processes, command, args, {
      cwd: request.cwd,
      env: agentEnvironment(request, { home: 'user' }, session, {}),
      mark: SESSION_MARK,
      readOnly: request.access === 'read' ? request.cwd : undefined,
      box,
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
  return { code, output };
}
