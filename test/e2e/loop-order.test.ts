import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemsOf } from '../../src/daemon/control/items.ts';
import { why } from '../../src/daemon/control/why.ts';
import { workId } from '../../src/work/ids.ts';
import { answer, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const USERS = ['dev', 'autodev[bot]', 'stranger'];
const script = () => [
  {
    when: /Analyse an issue/,
    steps: [{ do: 'cost' as const, usd: 0.1 }, answer({ verdict: 'wontfix', confidence: 1, summary: 'no' })],
  },
];
const open = () => openFlowWorld({ script, users: USERS });

const told = ({ program, repo }: FlowWorld, number: number) =>
  why(workId('issue', repo, number), {
    store: program.store,
    now: Date.now(),
    live: { queues: program.queues, daemon: program.daemon, stopping: false, maxConcurrent: 3 },
    reads: { forge: program.forge, flows: program.flows },
  });
const listed = async ({ program, repo }: FlowWorld, number: number) =>
  (await itemsOf(program.store, Date.now())).find(({ id }) => id === workId('issue', repo, number))?.waiting
    ?.reason;
const handled = (world: FlowWorld, number: number) =>
  world.left(workId('issue', world.repo, number)).length > 0;
const close = (world: FlowWorld, number: number) =>
  world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, { state: 'closed' });

/** An issue that no scan takes before it says what it waits for. */
async function blocked(world: FlowWorld, say: (number: number) => Promise<unknown>): Promise<number> {
  await world.program.daemon.pause();
  const number = await world.issue('second');
  await say(number);
  await world.program.daemon.resume();
  await world.until('it waits', async () => (await listed(world, number)) !== undefined);
  return number;
}

describe('the order between issues', { concurrency: 2 }, () => {
  for (const [how, say] of [
    [
      "GitHub's dependencies",
      async (world: FlowWorld, number: number, first: number) => {
        const { id } = await world.get<{ id: number }>(`/issues/${first}`);
        await world.forge.owner.request(
          'POST',
          `/repos/${world.repo}/issues/${number}/dependencies/blocked_by`,
          { issue_id: id },
        );
      },
    ],
    [
      'sub-issues',
      async (world: FlowWorld, number: number, first: number) => {
        const { id } = await world.get<{ id: number }>(`/issues/${first}`);
        await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/sub_issues`, {
          sub_issue_id: id,
        });
      },
    ],
    [
      "a trusted person's line in a comment",
      (world: FlowWorld, number: number, first: number) =>
        world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/comments`, {
          body: `Blocked by ${world.repo}#${first}`,
        }),
    ],
    [
      'a line of its own text with an address',
      async (world: FlowWorld, number: number, first: number) => {
        const { html_url: url } = await world.get<{ html_url: string }>(`/issues/${first}`);
        await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, {
          body: `Depends on ${url}`,
        });
      },
    ],
  ] as const)
    test(`by ${how}: it waits, says for what, and begins when the other is closed`, async () => {
      await using world = await open();
      const first = await world.issue('first');
      await world.until('the first was handled', () => handled(world, first));
      const second = await blocked(world, (number) => say(world, number, first));
      const expected = `it waits for #${first} to be closed`;
      assert.equal(await listed(world, second), expected);
      const { state, because } = await told(world, second);
      assert.deepEqual([state, because], ['waiting', expected]);
      assert.deepEqual(await world.labels(second), []);
      assert.equal(handled(world, second), false);

      await close(world, first);
      await world.until('it was handled', () => handled(world, second));
      assert.equal(await listed(world, second), undefined);
      assert.equal(world.sessions('analyze'), 2);
    });

  test("a stranger's line is ignored, and that is told once", async () => {
    await using world = await open();
    const first = await world.issue('first');
    await world.program.daemon.pause();
    const second = await world.issue('second');
    await world.forge
      .user('stranger')
      .request('POST', `/repos/${world.repo}/issues/${second}/comments`, { body: `Blocked by #${first}` });
    await world.program.daemon.resume();
    await world.until('it was handled', () => handled(world, second));
    await world.quiet();
    assert.equal(await listed(world, second), undefined);
    const told = world.events.flatMap((event) =>
      event.type === 'order.ignored' ? [[event.work, event.by, event.named]] : [],
    );
    assert.deepEqual(told, [[workId('issue', world.repo, second), 'stranger', [`#${first}`]]]);
  });

  test('a circle of twelve is told and costs nothing; one taken out, the others go on', async () => {
    await using world = await open();
    await world.program.daemon.pause();
    const numbers: number[] = [];
    for (let n = 1; n <= 12; n += 1)
      numbers.push(await world.issue(`issue ${n}`, `Blocked by #${n === 12 ? 1 : n + 1}`));
    await world.program.daemon.resume();
    await world.until('all of them wait', async () => {
      const waits = await Promise.all(numbers.map((number) => listed(world, number)));
      return waits.every((reason) => reason?.startsWith('it waits for itself') === true);
    });
    const chain = [...numbers, numbers[0]].map((number) => `#${number}`).join(' → ');
    assert.ok((await listed(world, numbers[0] ?? 0))?.includes(chain), 'the whole circle is named');
    assert.equal(world.sessions('analyze'), 0);

    await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${numbers[5]}`, { body: 'free' });
    await world.until('that one was handled', () => handled(world, numbers[5] ?? 0));
    assert.equal(await listed(world, numbers[4] ?? 0), `it waits for #${numbers[5]} to be closed`);
  });

  test('what waits costs no counted request while nothing changes', async () => {
    await using world = await open();
    const first = await world.issue('first');
    await world.until('the first was handled', () => handled(world, first));
    await blocked(world, (number) =>
      world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, {
        body: `Blocked by #${first}`,
      }),
    );
    const used = async () =>
      ((await world.forge.bot.request('GET', '/rate_limit')) as { rate: { used: number } }).rate.used;
    await world.scans(3);
    const before = await used();
    await world.scans(3);
    assert.equal(await used(), before);
  });
});
