import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WorkId } from '../../../src/work/ids.ts';
import { until } from '../cli-world.ts';
import { openPortWorld, type Backend, type PortWorld } from './world.ts';

/** Which steps were finished, in order: each once, whatever happened. */
async function stepsOf(world: PortWorld, work: WorkId): Promise<string[]> {
  return (await world.events(work)).flatMap((event) => (event.type === 'step.finished' ? [event.step] : []));
}

const written = (world: PortWorld, item: number): string[] =>
  world
    .lines()
    .filter((line) => line.item === item && line.what === 'writes')
    .map(({ step }) => step);

/** What both back ends promise of the work that they are given, with real processes. */
export function portContract(
  name: string,
  open: () => Promise<Backend>,
  { skip }: { skip?: string | undefined } = {},
): void {
  const options = { concurrency: 4, ...(skip === undefined ? {} : { skip }) };
  describe(`${name}: what every back end keeps`, options, () => {
    const row = (guarantee: string, play: (world: PortWorld) => Promise<void>) => {
      test(guarantee, async () => {
        await using world = await openPortWorld(await open());
        await play(world);
      });
    };

    row(
      'after kill -9 the work goes on from the last finished step, and each write is there once',
      async (world) => {
        const work = world.submit(1);
        world.hold('a', 1, 'last');
        const first = await world.start('a');
        await world.seen({ by: 'a', step: 'last', what: 'begins' });
        first.child.kill('SIGKILL');
        await first.ended;
        await world.start('b');
        await world.finished(work);
        assert.deepEqual(await stepsOf(world, work), ['first', 'last']);
        assert.deepEqual(written(world, 1), ['first', 'last']);
        assert.deepEqual(
          world
            .lines()
            .filter(({ what, step }) => what === 'begins' && step === 'first')
            .map(({ by }) => by),
          ['a'],
        );
      },
    );

    row(
      'a process that stood still past its heartbeat writes nothing that is another’s by then',
      async (world) => {
        const work = world.submit(1);
        const [mine, theirs] = [world.hold('a', 1, 'last'), world.hold('b', 1, 'last')];
        const stalled = await world.start('a');
        await world.seen({ by: 'a', step: 'last', what: 'begins' });
        stalled.child.kill('SIGSTOP');
        const other = (await world.launch('b')).at(-1) ?? assert.fail();
        if (world.backend.takesOver) await world.seen({ by: 'b', step: 'last', what: 'begins' });
        else assert.equal((await other.ended).code, 1, 'the home is its own as long as it lives');
        stalled.child.kill('SIGCONT');
        mine.release();
        if (world.backend.takesOver) {
          await world.seen({ by: 'a', what: 'refused' });
          assert.deepEqual(written(world, 1), ['first']);
        }
        theirs.release();
        await world.finished(work);
        assert.deepEqual(written(world, 1), ['first', 'last']);
        assert.deepEqual(await stepsOf(world, work), ['first', 'last']);
      },
    );

    row('what is submitted again and again is done once', async (world) => {
      const held = world.hold('a', 1, 'first');
      const work = world.submit(1);
      await world.start('a');
      await world.seen({ item: 1, what: 'begins' });
      // Every scan submits it; another item that goes through shows that there were some.
      await world.finished(world.submit(2));
      await world.finished(world.submit(3));
      held.release();
      await world.finished(work);
      await world.finished(world.submit(4));
      assert.deepEqual(await stepsOf(world, work), ['first', 'last']);
      const queued = (await world.events(work)).filter(({ type }) => type === 'item.queued');
      assert.equal(queued.length, 1);
    });

    row('items with the same key run one at a time, in the order of their submission', async (world) => {
      const held = world.hold('a', 1, 'first');
      const works = [1, 2, 3, 4].map((number) => world.submit(number, 'key one'));
      const free = world.submit(9, 'key two');
      await world.start('a');
      await world.seen({ item: 1, what: 'begins' });
      await world.finished(free);
      assert.deepEqual(
        world.lines().filter(({ item }) => item > 1 && item < 9),
        [],
      );
      held.release();
      for (const work of works) await world.finished(work);
      const order = world
        .lines()
        .filter(({ item, what }) => item < 9 && what !== 'writes')
        .map(({ item, step, what }) => `${item} ${step} ${what}`);
      assert.deepEqual(
        order,
        [1, 2, 3, 4].flatMap((item) =>
          ['first', 'last'].flatMap((step) => [`${item} ${step} begins`, `${item} ${step} ends`]),
        ),
      );
    });

    row('an answer that is there before the run waits for it is taken, and taken once', async (world) => {
      const held = world.hold('a', 1, 'first');
      const work = world.submit(1, 'asks');
      await world.start('a');
      await world.seen({ item: 1, what: 'begins' });
      const store = await world.backend.store();
      const run = (await store.runs.unfinished(work)) ?? assert.fail('no run');
      const { id } = await store.questions.ask({
        work,
        run: run.id,
        step: 'ask:on',
        round: 0,
        text: 'go on?',
        options: ['yes', 'no'],
        free: false,
        expiresAt: null,
      });
      assert.equal(await store.questions.answer(id, 'yes', 'ann'), true);
      held.release();
      await world.finished(work);
      assert.deepEqual(
        (await store.steps.finished(run.id)).map((each) => each.name),
        ['first', 'ask:on', 'last'],
      );
      assert.equal(await store.questions.apply(id), undefined, 'it was applied');
      await store.close();
    });

    row(
      'a step that a newer program inserted is done, and what an older one finished is not done again',
      async (world) => {
        world.hold('a', 1, 'last');
        const work = world.submit(1);
        const older = await world.start('a', 'older');
        await world.seen({ by: 'a', step: 'last', what: 'begins' });
        older.child.kill('SIGKILL');
        await older.ended;
        await world.start('b', 'newer');
        await world.finished(work);
        assert.deepEqual(await stepsOf(world, work), ['first', 'middle', 'last']);
        assert.deepEqual(written(world, 1), ['first', 'middle', 'last']);
      },
    );

    row(
      'an older program goes on with what a newer one began, beside it where both may run',
      async (world) => {
        const held = world.hold('new', 1, 'last');
        const work = world.submit(1);
        const newer = await world.start('new', 'newer');
        await world.seen({ by: 'new', step: 'last', what: 'begins' });
        if (world.backend.takesOver) {
          await world.start('old', 'older');
          await world.finished(world.submit(2));
        }
        newer.child.kill('SIGKILL');
        await newer.ended;
        if (!world.backend.takesOver) await world.start('old', 'older');
        await world.finished(work);
        held.release();
        assert.deepEqual(await stepsOf(world, work), ['first', 'middle', 'last']);
        assert.deepEqual(written(world, 1), ['first', 'middle', 'last']);
      },
    );

    row(
      'of two first starts at once on an empty store one makes it, and the work is done once',
      async (world) => {
        const work = world.submit(1);
        const both = (await Promise.all([world.launch('a'), world.launch('b')])).flat();
        await world.finished(work);
        const hasEnded = ({ child }: (typeof both)[number]) => child.exitCode !== null;
        // One that came late is refused late.
        if (!world.backend.takesOver) await until(() => both.some(hasEnded));
        const ended = both.filter(hasEnded);
        assert.equal(
          ended.length,
          world.backend.takesOver ? 0 : 1,
          ended.map(({ said }) => said().err).join(),
        );
        for (const { said } of ended) assert.match(said().err, /already running/);
        assert.deepEqual(await stepsOf(world, work), ['first', 'last']);
        assert.deepEqual(written(world, 1), ['first', 'last']);
      },
    );

    row('a store that a newer program wrote is refused, and left as it is', async (world) => {
      const first = await world.start('a');
      await world.finished(world.submit(1));
      first.child.kill('SIGTERM');
      await first.ended;
      const { schemaVersion } = world.backend;
      await schemaVersion.set(999);
      const refused = await world.launch('b');
      for (const each of refused) {
        const { code, err } = await each.ended;
        assert.equal(code, 1);
        assert.match(err, /newer autodev/);
      }
      assert.equal(await schemaVersion.get(), 999);
    });
  });
}
