import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openClient } from '../../src/api/control/client.ts';
import { openWorld, startProgram, until, type Running, type World } from '../support/cli-world.ts';
import { tmpdir } from '../support/tmpdir.ts';

const HANGING = [
  { when: '^\\[autodev\\] Implement', steps: [{ do: 'say', text: 'thinking' }, { do: 'hang' }] },
];

/** Asked in this process, because it is asked again and again; the command says the same. */
const items = async (world: World) => (await openClient(world.home).items()) ?? [];
const untilPhase = (world: World, phase: string) =>
  until(async () => (await items(world)).find((item) => item.phase === phase && item.running));

/** Gone, or dead and only waiting for a parent to take note. */
const ended = async (pid: number) =>
  !/^\d+ \(.*\) [^Z]/s.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));

async function ready(world: World, ...words: string[]): Promise<Running> {
  const running = world.start('start', ...words);
  await until(() => existsSync(join(world.home, 'control.sock')));
  return running;
}

describe('a daemon in the background', { concurrency: 2 }, () => {
  test('is ready when start returns, works, answers every question about it, and is gone when stop returns', async () => {
    await using world = await openWorld();
    const number = await world.issue('Make a thing');
    const id = `issue:${world.repo}:${number}`;
    const started = await world.json('start', '-d');
    assert.equal(started['started'], true);
    assert.equal(
      statSync(join(world.home, 'control.sock')).mode & 0o777,
      0o600,
      'only this user can reach it',
    );

    await until(async () => (await world.labels(number)).includes('autodev:done'));
    const status = (await until(async () => {
      const done = (await openClient(world.home).status())?.repositories[0]?.done;
      return done === 1 && (await world.json('status'));
    })) as unknown as {
      schema_version: number;
      daemon: { state: string; pid: number };
      costs: { today_usd: number };
    };
    assert.equal(status.schema_version, 1);
    assert.deepEqual([status.daemon.state, status.daemon.pid], ['running', started['pid']]);
    assert.equal(status.costs.today_usd, 0.75);
    assert.deepEqual(await world.json('list'), { schema_version: 1, daemon: 'running', items: [] });

    const why = await world.json('why', 'issue:');
    assert.deepEqual([why['id'], why['state'], why['cost_usd']], [id, 'done', 0.75]);
    assert.deepEqual(why['labels'], ['autodev:done']);
    const logs = await world.json('logs', id);
    assert.ok((logs['events'] as { type: string }[]).some((event) => event.type === 'item.left'));
    const costs = await world.json('costs');
    assert.deepEqual(costs['by_item'], [{ key: id, usd: 0.75, tokens: 0, steps: 2 }]);

    // It would grow as long as the daemon lives: what happens is in the daily log, which is rolled.
    assert.equal(await readFile(join(world.home, 'logs', 'start.log'), 'utf8'), '');
    assert.deepEqual(await world.json('stop'), { schema_version: 1, how: 'asked', pid: started['pid'] });
    assert.equal(existsSync(join(world.home, 'control.sock')), false);
    const after = await world.json('status');
    assert.equal((after['daemon'] as { state: string }).state, 'stopped');
    assert.equal((after['repositories'] as { done: number }[])[0]?.done, 1, 'what it did is remembered');
    assert.equal((await world.json('why', id))['daemon'], 'stopped');
  });

  test('that is already there refuses a second one, also in the foreground', async () => {
    await using world = await openWorld();
    const { pid } = await world.json('start', '-d');
    for (const words of [['start'], ['start', '-d']]) {
      const second = await world.run(...words);
      assert.equal(second.code, 1);
      assert.match(second.err, new RegExp(`already running .*pid ${String(pid)}`));
    }
  });

  test('is replaced after it was killed, also when its pid belongs to another process by now', async () => {
    await using world = await openWorld();
    const { pid } = (await world.json('start', '-d')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    // On a busy machine a killed process takes its time to end.
    await until(() => ended(pid));
    const lock = join(world.home, 'daemon.pid');
    assert.match(await readFile(lock, 'utf8'), new RegExp(`^${pid} `), 'its lock is still there');
    // This process is alive and has that pid now; only its start time tells that it is not the daemon.
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, String(process.pid)));
    assert.equal(((await world.json('status')) as { daemon: { state: string } }).daemon.state, 'stopped');
    const again = await world.json('start', '-d');
    assert.notEqual(again['pid'], pid);
    assert.equal((await world.json('stop'))['how'], 'asked');
  });

  test('that cannot start says why, with the exit code of that', async () => {
    await using world = await openWorld();
    await world.configure((config) => void (config['github'] = { api_url: 'http://127.0.0.1:9' }));
    const failed = await world.run('start', '-d');
    assert.equal(failed.code, 3);
    assert.match(failed.err, /no login for the forge/);
    assert.equal(existsSync(join(world.home, 'daemon.pid')), false, 'no lock is left');
  });

  test('is started anew by restart, but a bad configuration leaves the old one running', async () => {
    await using world = await openWorld();
    const first = await world.json('start', '-d');
    const second = await world.json('restart');
    assert.notEqual(first['pid'], second['pid']);
    await world.configure((config) => void (config['colour'] = 'red'));
    const refused = await world.run('restart');
    assert.equal(refused.code, 3);
    assert.equal(((await world.json('status')) as { daemon: { pid: number } }).daemon.pid, second['pid']);
  });
});

describe('a bad configuration', { concurrency: 2 }, () => {
  for (const [name, text, expected] of [
    ['an unknown key', '{"colour": "red"}', /config\.yaml:1: colour: unknown key/],
    [
      'a wrong type',
      'daemon:\n  max_concurrent: many\n',
      /config\.yaml:2: daemon\.max_concurrent: expected a whole number/,
    ],
    ['bad YAML', 'daemon: [\n', /config\.yaml:/],
    [
      'two repositories of one name',
      'repos:\n  - url: https://github.com/o/r\n  - url: git@github.com:o/r.git\n',
      /config\.yaml:3/,
    ],
  ] as const)
    test(`${name} gives the line and the reason, exit 3, and nothing is started`, async () => {
      await using tmp = await tmpdir();
      const home = join(tmp.path, 'home');
      await mkdir(home, { mode: 0o700 });
      await writeFile(join(home, 'config.yaml'), text);
      for (const words of [['start'], ['start', '-d']]) {
        const refused = await startProgram({ cwd: tmp.path, home, alive: new Set() }, words).ended;
        assert.equal(refused.code, 3);
        assert.match(refused.err, expected);
      }
      assert.equal(existsSync(join(home, 'daemon.pid')), false);
      assert.equal(existsSync(join(home, 'autodev.db')), false);
    });

  test('on reload is told and the last good one stays', async () => {
    await using world = await openWorld();
    const daemon = await ready(world, '--json');
    await world.configure((config) => void (config['colour'] = 'red'));
    await until(() => daemon.said().out.includes('config.rejected'));
    assert.equal((await world.run('pause')).code, 0, 'it goes on working');
    await world.configure((config) => void delete config['colour']);
    await world.configure(
      (config) => void ((config['daemon'] as Record<string, unknown>)['max_concurrent'] = 7),
    );
    await until(() => daemon.said().out.includes('config.reloaded'));
  });
});

describe('stopping', { concurrency: 2 }, () => {
  test('lets a session end, and takes nothing new meanwhile', async () => {
    await using world = await openWorld({
      rules: [
        {
          when: '^\\[autodev\\] Implement',
          steps: [
            { do: 'wait', ms: 3_000 },
            { do: 'write', path: 'x', text: 'x' },
          ],
        },
      ],
    });
    await world.configure((config) => {
      (config['daemon'] as Record<string, unknown>)['drain_secs'] = 120;
    });
    const number = await world.issue('slow');
    await world.run('start', '-d');
    await untilPhase(world, 'Implementing');
    assert.equal((await world.json('stop'))['how'], 'asked');
    const logs = await world.json('logs', 'issue:');
    const finished = (logs['events'] as { type: string; step?: string }[]).filter(
      ({ type }) => type === 'step.finished',
    );
    assert.ok(
      finished.some(({ step }) => step === 'implement'),
      'the session was not cut off',
    );
    assert.ok(!(await world.labels(number)).includes('autodev:wip'), 'labels are left consistent');
  });

  test('--now ends a session that never ends, and leaves the item as unhandled', async () => {
    await using world = await openWorld({ rules: HANGING });
    const number = await world.issue('endless');
    await world.run('start', '-d');
    await untilPhase(world, 'Implementing');
    assert.equal((await world.json('stop', '--now'))['how'], 'asked');
    assert.deepEqual(await world.labels(number), []);
  });

  test('--now ends a daemon that hangs itself', async () => {
    await using world = await openWorld();
    const { pid } = (await world.json('start', '-d')) as { pid: number };
    process.kill(pid, 'SIGSTOP');
    assert.equal((await world.json('stop', '--now'))['how'], 'killed');
    assert.equal(await ended(pid), true);
  });

  test('of what does not run is fine', async () => {
    await using world = await openWorld();
    assert.deepEqual(await world.json('stop'), { schema_version: 1, how: 'absent' });
  });

  test('SIGTERM drains and exits with 0', async () => {
    await using world = await openWorld();
    const daemon = await ready(world);
    daemon.child.kill('SIGTERM');
    assert.equal((await daemon.ended).code, 0);
    assert.match(daemon.said().out, /the daemon stopped/);
  });

  test('SIGINT once waits for the session, twice stops it at once', async () => {
    await using world = await openWorld({ rules: HANGING });
    const number = await world.issue('endless');
    const daemon = await ready(world);
    await untilPhase(world, 'Implementing');
    daemon.child.kill('SIGINT');
    await until(() => daemon.said().err.includes('once more stops them now'));
    assert.equal(((await world.json('status')) as { daemon: { state: string } }).daemon.state, 'stopping');
    daemon.child.kill('SIGINT');
    assert.equal((await daemon.ended).code, 130);
    assert.deepEqual(await world.labels(number), []);
  });
});

describe('an item', { concurrency: 2 }, () => {
  test('that is cancelled is left to a person, and retry takes it up without paying again for what was finished', async () => {
    await using world = await openWorld({ rules: [{ ...HANGING[0], times: 1 }] });
    const number = await world.issue('once');
    const id = `issue:${world.repo}:${number}`;
    await world.run('start', '-d');
    await untilPhase(world, 'Implementing');
    const why = await world.json('why', id);
    assert.deepEqual([why['state'], why['phase']], ['running', 'Implementing']);
    assert.equal((await world.json('cancel', id))['applied'], true);
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    assert.match(String((await world.json('why', id))['because']), /left to a person: cancelled/);
    assert.equal((await world.json('retry', id))['applied'], true);
    await until(async () => (await world.labels(number)).includes('autodev:done'));
    assert.equal((await world.json('costs'))['total_usd'], 0.75, 'the analysis was paid once');
  });

  test('that no scan has seen is cancelled by its number; of one that nobody knows nothing is left without a daemon', async () => {
    await using world = await openWorld();
    await world.configure((config) => {
      const [repo] = config['repos'] as { scan_interval_secs: number }[];
      if (repo !== undefined) repo.scan_interval_secs = 3_600;
    });
    await world.run('start', '-d');
    await until(async () => (await openClient(world.home).status())?.repositories[0]?.last_scan);
    const number = await world.issue('Not this one');
    const cancelled = await world.run('cancel', `#${number}`);
    assert.equal(cancelled.code, 0, cancelled.err);
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    await world.run('stop');
    const unknown = await world.run('retry', 'app#999');
    assert.equal(unknown.code, 4, unknown.err);
    assert.match(unknown.err, /nothing is known of issue:.*:999\n.*autodev start -d/);
    assert.equal((await world.json('status'))['pending_commands'], 0);
  });

  test('that failed waits for its time, and retry does not', async () => {
    await using world = await openWorld({
      rules: [
        {
          when: '^\\[autodev\\] Implement',
          times: 1,
          steps: [{ do: 'fail', reason: 'api_error', text: 'no' }],
        },
      ],
    });
    await world.configure((config) => {
      (config['daemon'] as Record<string, unknown>)['retry_base_secs'] = 3_600;
      // A session that broke off would be started again at once.
      (config['agent'] as Record<string, unknown>)['retries'] = 0;
    });
    const number = await world.issue('fails once');
    await world.run('start', '-d');
    const item = await until(async () =>
      (await items(world)).find((found) => found.waiting !== null && found.phase === null),
    );
    const why = await world.json('why', item.id);
    assert.equal(why['state'], 'waiting');
    assert.ok(Date.parse(String(why['wakes_at'])) > Date.now() + 60_000);
    assert.equal(why['failures'], 1);
    await world.run('retry', item.id);
    await until(async () => (await world.labels(number)).includes('autodev:done'));
  });
});

describe('without a daemon', { concurrency: 2 }, () => {
  test('what is asked for is left, and done once at the next start', async () => {
    await using world = await openWorld();
    const number = await world.issue('Make a thing');
    await world.run('start', '-d');
    await until(async () => (await world.labels(number)).includes('autodev:done'));
    await world.run('stop');
    const second = await world.issue('not this one');
    const left = await world.json('pause');
    assert.equal(left['applied'], false);
    assert.equal((await world.json('status'))['pending_commands'], 1);
    await world.run('start', '-d');
    const status = await until(async () => {
      const told = await openClient(world.home).status();
      return told?.daemon.state === 'paused' && told;
    });
    assert.equal(status.pending_commands, 0);
    assert.deepEqual(await world.labels(second), [], 'nothing new begins');
    await world.run('restart');
    assert.equal(
      ((await world.json('status'))['daemon'] as { state: string }).state,
      'paused',
      'a pause outlives a restart',
    );
    await world.run('resume');
    await until(async () => (await world.labels(second)).includes('autodev:done'));
  });
});

describe('following', { concurrency: 2 }, () => {
  test('logs -f shows what happens as it happens, and ends by Ctrl-C', async () => {
    await using world = await openWorld({ rules: HANGING });
    const number = await world.issue('endless');
    const id = `issue:${world.repo}:${number}`;
    await world.run('start', '-d');
    await untilPhase(world, 'Implementing');
    const follower = world.start('logs', id, '-f', '--lines', '1');
    await until(() => follower.said().out !== '');
    await world.run('cancel', id);
    await until(() => follower.said().out.includes('left as skip'));
    follower.child.kill('SIGINT');
    assert.equal((await follower.ended).code, 130);
  });

  test('status --watch has what is in work', async () => {
    await using world = await openWorld({ rules: HANGING });
    const number = await world.issue('Make a thing');
    await world.run('start', '-d');
    const watcher = world.start('status', '--watch');
    await until(() => /issue:\S+ +● Implementing/.test(watcher.said().out));
    watcher.child.kill('SIGINT');
    const { code, out } = await watcher.ended;
    assert.equal(code, 130);
    assert.match(out, new RegExp(`issue:${world.repo}:${number} .*Make a thing`));
  });

  test('status --watch --json gives a line per change', async () => {
    await using world = await openWorld();
    await world.run('start', '-d');
    const watcher = world.start('status', '--watch', '--json');
    await until(() => watcher.said().out !== '');
    await world.run('pause');
    await until(() => watcher.said().out.includes('"paused"'));
    await world.run('stop');
    await until(() => watcher.said().out.includes('"stopped"'));
    watcher.child.kill('SIGINT');
    const { code, out } = await watcher.ended;
    assert.equal(code, 130);
    for (const line of out.trim().split('\n'))
      assert.equal((JSON.parse(line) as { schema_version: number }).schema_version, 1);
  });
});
