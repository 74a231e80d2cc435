import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../../test/support/clock.ts';
import type { AgentResult } from '../../../agents/agent.ts';
import { openStore } from '../../../store/sqlite/open.ts';
import { NO_TOKENS } from '../../../work/prices.ts';
import { openRests } from './rests.ts';

const limited: AgentResult & { stopReason: 'limit' } = {
  ok: false,
  stopReason: 'limit',
  text: 'enough for today',
  sessionId: 's',
  model: 'm',
  costUsd: 0,
  tokens: NO_TOKENS,
  turns: 0,
  denials: [],
  durationMs: 1,
  exitCode: 1,
  stderrTail: '',
};

/** Processes that share what they note, as a coordinator and workers do. */
async function processes(count: number) {
  const clock = virtualClock();
  const store = openStore(':memory:', { clock });
  const said: string[] = [];
  const open = (shared = true) =>
    openRests({ store, clock, shared, emit: async ({ type }) => void said.push(type) });
  const books = await Promise.all(Array.from({ length: count }, () => open()));
  const look = () => Promise.all(books.map((book) => book.look()));
  return { clock, said, books, open, look };
}

describe('the rest of an agent in a cluster', () => {
  test('holds for every process, is told once, and is over for all when it is over for one', async () => {
    const { clock, said, books, look } = await processes(3);
    const [one, two, three] = books;
    await Promise.all([one?.rests('claude', limited, false), two?.rests('claude', limited, false)]);
    await look();
    assert.deepEqual(
      books.map((book) => book.standing(['claude'])),
      ['rests', 'rests', 'rests'],
    );
    await clock.advance(60_001);
    const entered = (await three?.enter('claude')) ?? assert.fail();
    assert.ok('probe' in entered && entered.probe);
    await Promise.all([three?.works('claude'), one?.works('claude')]);
    await entered.leave();
    await look();
    assert.deepEqual(
      books.map((book) => book.standing(['claude'])),
      ['works', 'works', 'works'],
    );
    assert.deepEqual(said, ['agent.rests', 'agent.works']);
  });

  test('ends for each of several when a person says that something has changed', async () => {
    const { books } = await processes(1);
    const [book] = books;
    for (const agent of ['claude', 'codex', 'gemini'] as const) await book?.rests(agent, limited, false);
    assert.equal(book?.standing(['claude', 'codex', 'gemini']), 'rests');
    await book.tryNow();
    assert.deepEqual(
      (['claude', 'codex', 'gemini'] as const).map((agent) => book.standing([agent])),
      ['tries', 'tries', 'tries'],
    );
  });

  test('is tried by one session of one process, and by another when that one died', async () => {
    const { clock, books, look } = await processes(3);
    await books[0]?.rests('claude', limited, false);
    await look();
    await clock.advance(60_001);
    const tried = async () =>
      (await Promise.all(books.map((book) => book.enter('claude')))).filter((each) => 'probe' in each).length;
    assert.equal(await tried(), 1);
    assert.equal(await tried(), 0);
    await clock.advance(10 * 60_000);
    assert.equal(await tried(), 1);
  });

  test('that was being tried when a machine alone stopped is tried anew at its next start', async () => {
    const { clock, open } = await processes(0);
    const before = await open(false);
    await before.rests('claude', limited, false);
    await clock.advance(60_001);
    assert.ok('probe' in (await before.enter('claude')));
    const next = await open(false);
    assert.equal(next.standing(['claude']), 'tries');
    assert.ok('probe' in (await next.enter('claude')));
  });

  test('a session that tried and was cancelled leaves the next one to try', async () => {
    const { clock, books, look } = await processes(2);
    await books[0]?.rests('claude', limited, false);
    await look();
    await clock.advance(60_001);
    const entered = (await books[0]?.enter('claude')) ?? assert.fail();
    if ('refused' in entered) assert.fail();
    await entered.leave();
    await look();
    assert.equal(books[1]?.standing(['claude']), 'tries');
  });
});
