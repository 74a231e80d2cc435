import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../config/environment.ts';
import { openHost, type Host } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { version } from '../version.ts';

export async function run(input: Input): Promise<number> {
  const { io, json } = input;
  const agent = input.oneOf('agent', ['scripted', 'claude', 'codex', 'gemini'] as const) ?? 'scripted';
  if (agent === 'scripted' && input.text('command') !== undefined)
    throw new AutodevError('usage', '--command needs --agent claude, codex or gemini');
  const port = input.int('port');
  const workers = input.int('workers', { min: 1, max: MOST_WORKERS });
  const host = openHost({ env: childEnvironment() });
  if (agent !== 'scripted') await find(agent, host, input.text('command'));
  const folder = join(input.home, 'demo', host.random.hex(4));
  const write = json ? io.err : io.out;
  const live = !json && io.outIsTerminal;
  const { green, red } = palette(io.color);
  const { runDemo } = await import('../../demo/run.ts');
  const result = await runDemo({
    host,
    folder,
    screen: { write, live, color: io.color && live, columns: io.columns, rows: io.rows },
    signal: input.signal,
    agent,
    port,
    keep: input.flag('keep'),
    workers,
    main: MAIN,
    node: process.execPath,
    command: input.text('command'),
    version,
    serveWeb: input.flag('web')
      ? async (options) => (await import('../../web/open.ts')).openWeb(options)
      : undefined,
    onResult: (end) => {
      if (json) io.out(`${JSON.stringify({ schema_version: 1, ...end })}\n`);
      if (end.ok)
        write(
          `\n${green('✓')} every promise holds: labels, history, tests of main, nothing left behind\n${NEXT}`,
        );
    },
  });
  if (result.ok) return 0;
  io.err(
    `\n${red('autodev:')} the end state does not hold:\n${result.problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
  );
  return 1;
}

/** Each is a Node of its own: more of them only take memory from each other on one machine. */
const MOST_WORKERS = 8;
/** As it is started here: src/main.ts in a checkout, dist/main.js in a package. */
const MAIN = fileURLToPath(new URL(`../../main${extname(import.meta.url)}`, import.meta.url));

const NEXT = `
Next: autodev demo --web --keep    the same, with its pages in a browser
      docs/first-issue.md          your own repository, still without an account
      autodev init                 your repository on GitHub
`;

/** Without its program every issue of the demo would only wait. */
async function find(
  agent: 'claude' | 'codex' | 'gemini',
  host: Host,
  command: string | undefined,
): Promise<void> {
  const { openAgent } = await import('../../agents/open.ts');
  const { path, problems } = await openAgent(agent, host, { home: 'user', command }).probe();
  if (path !== null) return;
  throw new AutodevError('failed', `${agent} cannot be used`, {
    why: problems.join(' '),
    hint: 'the demo without --agent needs no agent',
  });
}
