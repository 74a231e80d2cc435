import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Script } from '../../src/agents/scripted/script.ts';
import { why } from '../../src/daemon/control/why.ts';
import { sandboxWorks } from '../../src/host/sandbox/works.ts';
import { workId } from '../../src/work/ids.ts';
import { APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';
import { testHost } from '../support/host.ts';
import { tmpdir } from '../support/tmpdir.ts';

const host = testHost();
const sandbox = await sandboxWorks(host.processes, host.env);

/** Each session runs the shell script that its issue is named after. */
function scripted(scripts: Record<string, string>): Script {
  return [
    { when: { schema: 'analysis' }, steps: [IMPLEMENT] },
    ...Object.entries(scripts).map(([name, script]) => ({
      when: { prompt: new RegExp(`Implement an issue[^]*attack-${name}\\b`) },
      steps: [
        { do: 'run' as const, command: ['sh', '-c', script] },
        { do: 'say' as const, text: 'done' },
      ],
    })),
  ];
}

async function outcome(
  world: FlowWorld,
  name: string,
): Promise<{ number: number; left: string; branch: boolean }> {
  const number = await world.issue(`attack-${name}`);
  const work = `issue:${world.repo}:${number}`;
  await world.until(`${name} is left`, () => world.left(work).length > 0);
  const branch = await world.program.forge.branch(world.repo, `autodev/issue-${number}`);
  return { number, left: world.left(work).at(-1) ?? '', branch: branch !== null };
}

/** A repository whose clean filter, monitor, hooks and textconv leave a canary. */
const evilConfig = (canary: string) =>
  [
    '[core]\n\trepositoryformatversion = 0\n\tbare = false',
    `\tfsmonitor = touch ${canary}\n\thooksPath = .`,
    `[filter "x"]\n\tclean = touch ${canary}; cat\n\tsmudge = touch ${canary}; cat\n\trequired = true`,
    `[diff "x"]\n\ttextconv = touch ${canary}; cat`,
  ].join('\n');

for (const mode of ['off', ...(sandbox ? ['required'] : [])]) {
  describe(`what a session leaves in its worktree, sandbox ${mode}`, () => {
    test('is never obeyed by the daemon, and refused with its reason where it is no plain file', async () => {
      await using tmp = await tmpdir();
      const outside = join(tmp.path, 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'secret'), 'CANARY-SECRET');
      const canary = join(outside, 'canary');
      const nested = `mkdir -p sub && cd sub && mkdir .git && cd .git && mkdir refs objects && echo "ref: refs/heads/main" > HEAD && cat > config <<'END'\n${evilConfig(canary)}\nEND\ncd .. && echo '* filter=x diff=x' > .gitattributes && echo x > file`;
      const attacks: Record<string, [script: string, why: RegExp]> = {
        nested: [nested, /repository within the repository/],
        folded: ['mkdir -p sub/.GIT && echo x > sub/.GIT/config', /repository within the repository/],
        gitlink: ['mkdir sub && echo "gitdir: ../x" > sub/.git', /repository within the repository/],
        pipe: ['mkfifo pipe', /it is a pipe/],
        rules: ['rm -f .gitignore; mkfifo .gitignore', /it is a pipe/],
        socket: [
          `node -e "require('net').createServer().listen('sock', () => process.kill(process.pid, 'SIGKILL'))"; test -S sock`,
          /it is a socket/,
        ],
        // In the sandbox no file can become that large; one over our limit can.
        giant: ['truncate -s 60G giant || truncate -s 200M giant', /\d{9,} bytes; at most/],
        out: [`ln -s ${outside}/secret link`, /link that leads out/],
        above: ['mkdir -p a/b && ln -s ../.. a/b/up && ln -s a/b/up/../x link', /link that leads out/],
        // From a sandbox there is nothing outside that could be linked to.
        hard: [`ln ${outside}/secret mine || ln -s ${outside}/secret mine`, /link/],
      };
      const fine = 'mkdir d && echo x > d/f && ln -s d/f l && printf "#!/bin/sh\\n" > run && chmod +x run';
      await using world = await openFlowWorld({
        repo: { max_attempts: 1 },
        config: { sandbox: { mode, ...(mode === 'off' ? {} : { write_paths: [outside] }) } },
        script: () => [
          ...scripted({
            ...Object.fromEntries(Object.entries(attacks).map(([name, [how]]) => [name, how])),
            fine,
          }),
          {
            when: /./,
            steps: [{ do: 'answer', value: { verdict: 'approve', summary: 'fine', comments: [] } }],
          },
        ],
      });
      for (const [name, [, why]] of Object.entries(attacks)) {
        const { left, branch } = await outcome(world, name);
        assert.match(left, why, name);
        assert.equal(branch, false, `${name}: nothing was pushed`);
      }
      assert.equal(existsSync(canary), false, 'nothing of it ran outside');
      // Nothing was lost by all this: the next item goes through.
      const { number, left } = await outcome(world, 'fine');
      assert.match(left, /^done: PR #/);
      const pull = /PR #(\d+)/.exec(left)?.[1] ?? '';
      const files = await world.get<{ filename: string }[]>(`/pulls/${pull}/files`);
      assert.deepEqual(
        files.map(({ filename }) => filename),
        ['d/f', 'l', 'run'],
        `of issue ${number}`,
      );
    });
  });
}

describe('a session without a sandbox that reaches into the clone', () => {
  const clone = '"$(git rev-parse --git-common-dir)"';
  const attacks: Record<string, string> = {
    config: 'git config filter.x.clean "touch canary"',
    hook: `mkdir -p ${clone}/hooks && echo x > ${clone}/hooks/post-checkout`,
    attributes: `mkdir -p ${clone}/info && echo "* filter=x" > ${clone}/info/attributes`,
    alternates: `echo /nowhere > ${clone}/objects/info/alternates`,
    grafts: `mkdir -p ${clone}/info && git rev-parse HEAD > ${clone}/info/grafts`,
    shallow: `git rev-parse HEAD > ${clone}/shallow`,
    replace: 'git -c user.name=x -c user.email=x@x commit -q --allow-empty -m x && git replace HEAD HEAD~1',
    pointer: 'rm .git && mkdir elsewhere && echo "gitdir: elsewhere" > .git',
    removed: 'rm .git',
    folder: 'rm .git && git init -q .',
    worktree: 'echo "[core]" > "$(git rev-parse --git-dir)/config.worktree"',
    remote: 'git update-ref refs/remotes/origin/main HEAD~0 && git update-ref refs/remotes/origin/evil HEAD',
  };
  test('is found out before git does anything there: undone, quarantined, said', async () => {
    await using world = await openFlowWorld({
      repo: { max_attempts: 1 },
      config: { sandbox: { mode: 'off' } },
      script: () => scripted(attacks),
    });
    for (const name of Object.keys(attacks)) {
      const { left, branch } = await outcome(world, name);
      assert.match(left, /^skip: the session reached outside its worktree: /, name);
      assert.equal(branch, false, name);
    }
  });

  test('leaves what it planted aside, never used again; why and the log say what it was', async () => {
    await using tmp = await tmpdir();
    const canary = join(tmp.path, 'canary');
    const planted = `printf '%s' '${evilConfig(canary)}' >> ${clone}/config; echo '* filter=x diff=x' > .gitattributes`;
    await using world = await openFlowWorld({
      repo: { max_attempts: 1 },
      config: { sandbox: { mode: 'off' } },
      script: () => [
        ...scripted({ planted, fine: 'echo x > fine.txt' }),
        { when: { schema: 'review' }, steps: [APPROVE] },
      ],
    });
    const { number, left } = await outcome(world, 'planted');
    assert.match(left, /^skip: the session reached outside its worktree: config changed/);
    const work = workId('issue', world.repo, number);
    const { store } = world.program;
    const told = await why(work, { store, now: Date.now() });
    assert.match(told.because, /reached outside its worktree: config/);
    assert.match((await world.comments(number)).join(), /reached outside its worktree/);
    const folder = join(world.home, 'workspaces', world.repo);
    const aside = join(folder, 'quarantine', `issue-${number}-1`);
    assert.ok(existsSync(join(aside, '.gitattributes')), 'what it left is kept for people');
    const next = await outcome(world, 'fine');
    assert.match(next.left, /^done: PR #/);
    assert.ok(existsSync(join(aside, '.gitattributes')), 'and is not what the next one worked in');
    assert.equal(existsSync(canary), false);
    assert.doesNotMatch(await readFile(join(folder, 'main', '.git', 'config'), 'utf8'), /filter|fsmonitor/);
  });
});
