// A worktree for a task in a repository of 10,000 files: made anew, and taken from the pool.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../src/config/environment.ts';
import { openHost } from '../src/host/host.ts';
import { largeRepository, REPO } from './large-repository.ts';
import { measure, report } from './measure.ts';

export async function run(): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  const { git } = openHost({ env: childEnvironment() });
  try {
    const { commit, workspaces, main } = await largeRepository(git, root);
    const peer = join(root, 'peer');
    const open = (n: number) => workspaces.open(REPO, `issue-${n}`, { commit, branch: `autodev/issue-${n}` });

    // What a task leaves behind is put away when it ends; that is measured apart.
    let task = 1;
    let path = await open(task);
    const dirty = () => {
      for (let file = 0; file < 20; file += 1) writeFileSync(join(path, `d${file}`, 'f1.ts'), 'changed\n');
      mkdirSync(join(path, 'built'), { recursive: true });
      writeFileSync(join(path, 'built', 'x'), 'x');
    };
    const away = async () => {
      dirty();
      await workspaces.close(REPO, `issue-${task}`);
      task += 1;
    };
    await away();
    const measured = await measure(
      [
        {
          name: 'git worktree add --no-checkout',
          as: 'floor',
          run: async () => {
            await git.run(['worktree', 'add', '-q', '--detach', '--no-checkout', peer, commit], {
              cwd: main,
            });
            await git.run(['worktree', 'remove', '--force', peer], { cwd: main });
          },
        },
        {
          name: 'git worktree add',
          as: 'peer',
          run: async () => {
            await git.run(['worktree', 'add', '-q', '--detach', peer, commit], { cwd: main });
          },
        },
        {
          name: 'git worktree remove',
          as: 'peer',
          run: async () => {
            await git.run(['worktree', 'remove', '--force', peer], { cwd: main });
          },
        },
        {
          name: 'pooled: opened for the next task',
          as: 'ours',
          run: async () => {
            path = await open(task);
          },
        },
        { name: 'pooled: emptied and put by', as: 'ours', run: away },
      ],
      5,
    );
    const best = (name: string) => measured.find((each) => each.name === name)?.bestMs ?? NaN;
    const ratio = best('pooled: opened for the next task') / best('git worktree add');
    return report('worktree for a task, 10,000 files', measured, [
      { text: 'pooled ≤ 1/5 of git worktree add', met: ratio <= 0.2, measured: ratio.toFixed(3) },
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
