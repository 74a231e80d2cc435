import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld, until, type World } from '../support/cli-world.ts';
import { hasTmux, openTerminal, type Terminal } from '../support/tmux.ts';

const skip = hasTmux ? false : 'tmux is not installed';

/** One issue asks a person, one hangs in its analysis, one fails once; any other is done at once. */
const RULES = [
  {
    when: '^\\[autodev\\] Analyse an issue[\\s\\S]*hangs for ever',
    steps: [{ do: 'say', text: 'looking around' }, { do: 'hang' }],
  },
  {
    when: '^\\[autodev\\] Analyse an issue[\\s\\S]*fails at first',
    times: 1,
    steps: [{ do: 'fail', reason: 'wall_time', text: 'too slow' }],
  },
  {
    when: '^\\[autodev\\] Implement[\\s\\S]*changes the CI',
    steps: [{ do: 'write', path: '.github/workflows/ci.yml', text: 'on: push\n' }],
  },
];

async function chooses(terminal: Terminal, id: string): Promise<void> {
  await terminal.press('Escape', '/');
  await terminal.sees(/Esc undoes it/);
  await terminal.press('C-u');
  await terminal.type(id);
  await terminal.press('Enter');
  await terminal.sees(new RegExp(`│›.? +${id} `));
}

const labelled = (world: World, number: number, label: string) =>
  until(async () => (await world.labels(number)).join() === label);

describe('the dashboard beside a daemon', { skip }, () => {
  test('follows it and acts: answer, retry, cancel, pause; stopped, killed and started', async () => {
    await using world = await openWorld({ rules: RULES });
    await world.configure((config) => {
      Object.assign((config['repos'] as object[])[0] as object, { max_attempts: 1 });
      Object.assign(config['daemon'] as object, { max_concurrent: 3 });
    });
    const [ask, hang, fail] = [
      await world.issue('changes the CI 🚀'),
      await world.issue('hangs for ever'),
      await world.issue('fails at first 한글'),
    ];
    const id = (number: number) => `issue:${world.repo}:${number}`;
    await using terminal = await openTerminal({
      folder: world.path,
      home: world.home,
      columns: 100,
      rows: 30,
    });
    await terminal.autodev('dashboard');
    await terminal.sees(/○ daemon stopped/);
    await world.run('start', '-d');
    await terminal.sees(/● daemon running/);
    await terminal.sees(
      new RegExp(`${id(ask)} +asks you[\\s\\S]*${id(hang)} +Analyzing[\\s\\S]*${id(fail)} +left to you`),
    );

    await until(async () => {
      const { labels, costs } = (await world.json('status')) as {
        labels: Record<string, number>;
        costs: { today_usd: number; per_day_usd: number };
      };
      const screen = (await terminal.rows()).join('\n');
      return (
        Object.entries(labels).every(([label, count]) => new RegExp(`${label} +${count} `).test(screen)) &&
        screen.includes(`$${costs.today_usd.toFixed(2)} of $${costs.per_day_usd.toFixed(2)} today`)
      );
    });

    await chooses(terminal, id(hang));
    await terminal.press('Enter');
    await terminal.sees(/Timeline[\s\S]*● step analyze[\s\S]*The running session[\s\S]*looking around/);
    await terminal.press('Escape', 'c');
    await terminal.sees(/Cancel issue/);
    await terminal.press('y');
    await terminal.sees(new RegExp(`${id(hang)} (was stopped|is cancelled)`));
    await labelled(world, hang, 'autodev:skip');

    await chooses(terminal, id(fail));
    await terminal.press('r');
    await terminal.sees(/is tried again now/);
    await labelled(world, fail, 'autodev:done');

    await chooses(terminal, id(ask));
    await terminal.press('a');
    await terminal.sees(/1 approve[\s\S]*2 stop/);
    await terminal.type('appr');
    await terminal.press('Enter');
    await terminal.sees(/answered with "approve"/);
    await labelled(world, ask, 'autodev:done');
    await terminal.press('Escape');
    await terminal.sees(new RegExp(`issue-${ask} +autodev:done ✓ → PR #`));

    await terminal.press('p');
    await terminal.sees(/◐ daemon paused/);
    await terminal.press('p');
    await terminal.sees(/● daemon running/);

    const { daemon } = (await world.json('status')) as { daemon: { pid: number } };
    process.kill(daemon.pid, 'SIGKILL');
    await terminal.sees(/✗ daemon gone/);
    await world.run('start', '-d');
    await terminal.sees(/● daemon running/);
    await world.run('stop');
    await terminal.sees(/○ daemon stopped/);
    await terminal.press('q');
    await terminal.sees(/before\ncode 0/);
    assert.equal(await terminal.fact('alternate_on'), '0');
  });
});
