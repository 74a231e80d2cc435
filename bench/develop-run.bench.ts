import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, report } from './measure.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ROUNDS = 60;
const PLAIN = ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];

/** What `autodev develop run` costs each command, against Node and a plain bubblewrap. */
export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  try {
    return await inFolder(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inFolder(folder: string): Promise<boolean> {
  const project = join(folder, 'project');
  const installed = join(folder, 'installed');
  for (const name of ['bin', 'plugins', 'package.json'])
    cpSync(join(root, name), join(installed, name), { recursive: true });
  if (existsSync(join(root, 'dist')))
    cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true });
  mkdirSync(join(project, '.develop-workflow'), { recursive: true });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, AUTODEV_HOME: join(folder, 'home') };
  spawnSync('git', ['init', '-q'], { cwd: project, env });
  const gates = { review_clean_pass: true, architect_verified: true, re_review_clean: false };
  const state = join(project, '.develop-workflow', 'state.json');
  writeFileSync(state, JSON.stringify({ phase: 'PR', feature: 'x', gates }));
  const turn = (command: string, args: readonly string[]) => () => {
    const done = spawnSync(command, args, { cwd: project, env });
    if (done.status !== 0) throw new Error(`${command} ended with ${done.status}: ${String(done.stderr)}`);
  };
  const autodev = join(installed, 'bin', 'autodev.mjs');
  const measured = await measure(
    [
      { name: 'bash -c true', as: 'peer', run: turn('bash', ['-c', 'true']) },
      { name: 'node -e 0', as: 'floor', run: turn(process.execPath, ['-e', '0']) },
      {
        name: 'plain bwrap, bash -c true',
        as: 'floor',
        run: turn('bwrap', [...PLAIN, '--', 'bash', '-c', 'true']),
      },
      {
        name: 'autodev develop run -- bash -c true',
        as: 'ours',
        run: turn(process.execPath, [autodev, 'develop', 'run', '--', 'bash', '-c', 'true']),
      },
    ],
    ROUNDS,
  );
  const [bash, node, bwrap, ours] = measured.map((one) => one.medianMs) as [number, number, number, number];
  const ratio = ours / (node + bwrap);
  return report('autodev develop run, per command', measured, [
    { text: 'p50 ≤ 1.2 × (node -e 0 + plain bwrap)', met: ratio <= 1.2, measured: `${ratio.toFixed(3)}×` },
    {
      text: 'the bwrap part ≤ 10 ms over bash -c',
      met: bwrap - bash <= 10,
      measured: `${(bwrap - bash).toFixed(1)} ms`,
    },
  ]);
}
