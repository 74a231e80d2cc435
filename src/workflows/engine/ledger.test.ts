import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { AutodevError } from '../../work/errors.ts';
import { runId, workId } from '../../work/ids.ts';
import { ledger, type Effect } from './ledger.ts';

const work = workId('issue', 'o/r', 1);
const run = runId(work, 'abcdef0123456789', 1);
const lost = () => new AutodevError('forge_unavailable', 'no answer', { data: { outcome: 'unknown' } });

/** A forge with one slot; `answer` decides what becomes of each write. */
function setup(answers: ('ok' | 'lost-before' | 'lost-after' | 'refused' | 'lies')[]) {
  const clock = virtualClock();
  const store = openStore(':memory:', { clock });
  let slot: string | undefined;
  const writes: string[] = [];
  const effect: Effect<string> & { write(): Promise<string> } = {
    kind: 'comment',
    target: 'analysis',
    intent: {},
    find: async () => slot,
    write: async () => {
      const answer = answers[writes.length] ?? 'ok';
      writes.push(answer);
      if (answer === 'refused') throw new AutodevError('forge_rejected', 'no');
      if (answer === 'lost-before') throw lost();
      if (answer !== 'lies') slot = 'written';
      if (answer === 'lost-after') throw lost();
      return 'written';
    },
  };
  const open = () =>
    ledger({
      store,
      clock,
      run,
      work,
      signal: new AbortController().signal,
      fence: async () => {},
      emit: async () => {},
    });
  return { clock, store, effect, writes, open, put: (text: string) => void (slot = text) };
}

async function withTime<T>(clock: ReturnType<typeof virtualClock>, promise: Promise<T>): Promise<T> {
  const settled = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await clock.advance(60_000);
  const result = await settled;
  if ('error' in result) throw result.error;
  return result.value;
}

describe('the effect ledger', () => {
  test('writes once, and a repetition gives the recorded result', async () => {
    const s = setup(['ok']);
    assert.equal(await s.open().perform(s.effect), 'written');
    assert.equal(await s.open().perform(s.effect), 'written');
    assert.deepEqual(s.writes, ['ok']);
  });

  test('finds what is already there and does not write at all', async () => {
    const s = setup([]);
    s.put('from an earlier life');
    assert.equal(await s.open().perform(s.effect), 'from an earlier life');
    assert.deepEqual(s.writes, []);
  });

  test('a write whose answer was lost but which happened is found, not repeated', async () => {
    const s = setup(['lost-after']);
    assert.equal(await withTime(s.clock, s.open().perform(s.effect)), 'written');
    assert.deepEqual(s.writes, ['lost-after']);
  });

  test('a write whose answer was lost and which did not happen is written again, once, after two looks', async () => {
    const s = setup(['lost-before', 'ok']);
    assert.equal(await withTime(s.clock, s.open().perform(s.effect)), 'written');
    assert.deepEqual(s.writes, ['lost-before', 'ok']);
  });

  test('an intent left by a crash is looked for before anything is written', async () => {
    const s = setup(['ok']);
    await s.store.effects.intend(run, 'comment analysis', {});
    s.put('written before the crash');
    assert.equal(await withTime(s.clock, s.open().perform(s.effect)), 'written before the crash');
    assert.deepEqual(s.writes, []);
  });

  test('a refusal is passed on and is not repeated', async () => {
    const s = setup(['refused']);
    await assert.rejects(s.open().perform(s.effect), /no/);
    assert.deepEqual(s.writes, ['refused']);
  });

  test('a forge that accepts but does not show it is not believed', async () => {
    const s = setup(['lies']);
    await assert.rejects(withTime(s.clock, s.open().perform(s.effect)), /does not show it/);
    assert.equal((await s.store.effects.get(run, 'comment analysis'))?.status, 'intent');
  });

  test('the fence is asked after all that takes its time, and again after a limit: what it refuses then is not written', async () => {
    for (const wanted of [true, false]) {
      const s = setup([]);
      const log: string[] = [];
      const retryAt = new Date(s.clock.now() + 50 * 60_000).toISOString();
      const open = ledger({
        store: s.store,
        clock: s.clock,
        run,
        work,
        signal: new AbortController().signal,
        fence: async () => {
          log.push('fence');
          if (!wanted && log.length > 6) throw new Error('changes were requested');
        },
        emit: async () => {},
      });
      const { write: _, ...described } = s.effect;
      const done = open.perform({
        ...described,
        prepare: async () => {
          log.push('prepare');
          await s.clock.sleep(5_000);
          return async () => {
            log.push('write');
            if (log.length === 4) throw new AutodevError('forge_limited', 'slow down', { data: { retryAt } });
            s.put('written');
            return 'written';
          };
        },
      });
      const settled = done.then(String, String);
      await s.clock.advance(60 * 60_000);
      assert.equal(await settled, wanted ? 'written' : 'Error: changes were requested');
      const each = ['fence', 'prepare', 'fence', 'write'];
      assert.deepEqual(log, wanted ? [...each, ...each] : [...each, ...each.slice(0, -1)]);
    }
  });

  test('the fence is asked before every write', async () => {
    const s = setup(['ok']);
    const fenced = ledger({
      store: s.store,
      clock: s.clock,
      run,
      work,
      signal: new AbortController().signal,
      fence: async () => Promise.reject(new Error('replaced')),
      emit: async () => {},
    });
    await assert.rejects(fenced.perform(s.effect), /replaced/);
    assert.deepEqual(s.writes, []);
  });
});
