// What security costs, 10,000 files: a commit out of a worktree, a check on a clean checkout, a program's start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../src/config/environment.ts';
import { openHost } from '../src/host/host.ts';
import { runSandboxed } from '../src/host/sandbox/run.ts';
import { identity, largeRepository, REPO } from './large-repository.ts';
import { measure, report } from './measure.ts';

const CHANGED = 50;
const RULES = { hidden: [], read: [], write: [], allowHosts: [], required: false };

export async function run(): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  const host = { ...openHost({ env: childEnvironment() }), sandbox: () => RULES };
  const { git } = host;
  try {
    const { commit, workspaces, main } = await largeRepository(git, root);
    const ours = await workspaces.open(REPO, 'issue-1', { commit, branch: 'autodev/issue-1' });
    const plain = join(root, 'plain');
    await git.run(['worktree', 'add', '-q', '--detach', plain, commit], { cwd: main });
    let round = 0;
    const work = (folder: string) => {
      round += 1;
      for (let file = 0; file < CHANGED; file += 1)
        writeFileSync(join(folder, `d${file}`, 'f1.ts'), `export const changed = ${round};\n`);
    };
    await workspaces.checkout(REPO, commit, async () => {});
    const fresh = join(root, 'fresh');
    const measured = await measure(
      [
        {
          name: 'git add, write-tree, commit-tree in the worktree',
          as: 'floor',
          run: async () => {
            work(plain);
            await git.run(['add', '-A', '--', '.'], { cwd: plain });
            const tree = await git.text(['write-tree'], { cwd: plain });
            await git.run(['commit-tree', tree, '-p', commit, '-m', 'x'], { cwd: plain, identity });
          },
        },
        {
          name: 'a commit that git never sees the worktree for',
          as: 'ours',
          run: async () => {
            work(ours);
            await workspaces.commit(REPO, ours, { message: 'x' });
          },
        },
        {
          name: 'git worktree add',
          as: 'peer',
          run: async () => {
            await git.run(['worktree', 'add', '-q', '--detach', fresh, commit], { cwd: main });
          },
        },
        {
          name: 'git worktree remove',
          as: 'peer',
          run: async () => {
            await git.run(['worktree', 'remove', '--force', fresh], { cwd: main });
          },
        },
        {
          name: 'a clean checkout out of the pool, and back',
          as: 'ours',
          run: () => workspaces.checkout(REPO, commit, async (path) => work(path)),
        },
        {
          name: 'a program',
          as: 'peer',
          run: async () => {
            await host.processes.run('true', [], { cwd: ours, env: host.env });
          },
        },
        {
          name: 'a program in the sandbox',
          as: 'ours',
          run: async () => {
            await runSandboxed(host, 'true', [], {
              cwd: ours,
              env: host.env,
              timeoutMs: 10_000,
              maxOutputBytes: 1_000,
            });
          },
        },
      ],
      7,
    );
    const best = (name: string) => measured.find((each) => each.name === name)?.bestMs ?? NaN;
    const commits = best('a commit that git never sees the worktree for');
    const floor = best('git add, write-tree, commit-tree in the worktree');
    const checkout = best('a clean checkout out of the pool, and back');
    const add = best('git worktree add');
    const start = best('a program in the sandbox');
    const bare = best('a program');
    return report('what security costs, 10,000 files, 50 changed', measured, [
      {
        text: 'a commit ≤ 300 ms or 1.3 × the plain way',
        met: commits <= Math.max(300, 1.3 * floor),
        measured: `${commits.toFixed(0)} ms, ${(commits / floor).toFixed(2)} ×`,
      },
      {
        text: 'a clean checkout ≤ 300 ms more, or 1.3 × a new worktree',
        met: checkout <= Math.max(300, 1.3 * add),
        measured: `${checkout.toFixed(0)} ms, ${(checkout / add).toFixed(2)} × git worktree add`,
      },
      {
        text: 'a start in the sandbox ≤ 300 ms more than without',
        met: start - bare <= 300,
        measured: `${(start - bare).toFixed(0)} ms`,
      },
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
