import assert from 'node:assert/strict';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { processIsolation } from '../../src/host/sandbox/process-isolation.ts';
import { openWorld, until } from '../support/cli-world.ts';
import { testHost } from '../support/host.ts';
import { commandLines } from '../support/processes.ts';

const host = testHost();
const skip = (await processIsolation(host.processes, host.env)) === 'tree' && 'cannot be promised by looking';

/** Ignores signals, leaves its session and its parent, stops itself, and leaves what nobody should wait for or read. */
const stubborn = (name: string) =>
  [
    `trap '' INT TERM HUP QUIT USR1 USR2 TSTP`,
    'mkfifo pipe .gitignore',
    'truncate -s 60G giant || truncate -s 3G giant',
    `(setsid sh -c "trap '' TERM INT; sleep ${name}" &)`,
    `(env -i setsid setsid sleep ${name} &)`,
    `(sleep ${name} & kill -STOP $!)`,
    'cat pipe & echo on > ready',
    'kill -STOP $$',
    `sleep ${name}`,
  ].join('; ');

test(
  'stop --now ends a daemon whose session does everything not to end: at once, with no orphan',
  { skip },
  async () => {
    const name = `83${process.pid}`;
    await using world = await openWorld({
      rules: [
        {
          when: '^\\[autodev\\] Implement',
          steps: [{ do: 'run', command: ['sh', '-c', stubborn(name)] }],
        },
      ],
    });
    const number = await world.issue('endless');
    const { pid } = (await world.json('start', '-d')) as { pid: number };
    const left = () => commandLines().filter((line) => line.includes(`sleep ${name}`));
    const worktree = join(world.home, 'workspaces', world.repo, `issue-${number}`);
    await until(() => existsSync(join(worktree, 'ready')));
    assert.notDeepEqual(left(), [], 'it is really there');
    // Asked or, where the machine is too busy for the few seconds it is given, killed: it ends either way.
    const { how } = await world.json('stop', '--now');
    assert.ok(['asked', 'terminated', 'killed'].includes(String(how)), String(how));
    assert.deepEqual(left(), []);
    // Gone, or dead and only waiting for a parent to take note.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    assert.doesNotMatch(stat, /^\d+ \(.*\) [^Z]/s);
    if (how === 'asked') assert.deepEqual(await world.labels(number), [], 'it can be taken up again');
  },
);
