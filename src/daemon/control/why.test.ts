import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { workId } from '../../work/ids.ts';
import type { Item } from '../../api/items.ts';
import { why, type Elsewhere } from './why.ts';

const id = workId('issue', 'o/r', 1);

async function asked(elsewhere: Elsewhere | undefined) {
  const store = openStore(':memory:');
  await store.repositories.put({ name: 'o/r', url: 'https://h/o/r.git', origin: 'config', enabled: true });
  await store.events.append({ type: 'item.queued', work: id, phase: 'Pending', title: 'a change' });
  const { daemon, state, waits_for, next } = await why(id, { store, now: 0, elsewhere });
  await store.close();
  return { daemon, state, waits_for, next };
}

const item = (running: boolean, waiting: Item['waiting']): Item => ({
  id,
  repo: 'o/r',
  type: 'issue',
  number: 1,
  title: 'a change',
  phase: 'Implementing',
  running,
  waiting,
  failures: 0,
  cost_usd: 0,
  queued_at: null,
});

describe('why, asked where no daemon runs', () => {
  test('says that one has to be started', async () => {
    assert.deepEqual(await asked(undefined), {
      daemon: 'stopped',
      state: 'waiting',
      waits_for: 'a running daemon',
      next: 'autodev start -d',
    });
  });

  test('says of an item that another machine works on that it is worked on', async () => {
    assert.deepEqual(await asked({ daemon: 'running', item: item(true, null) }), {
      daemon: 'running',
      state: 'running',
      waits_for: null,
      next: `follow it with autodev logs ${id} -f`,
    });
  });

  test('says what it waits for in the queue of the one that leads', async () => {
    const waiting = { reason: 'a free slot (2 of 2 running)', until: null };
    assert.deepEqual(await asked({ daemon: 'running', item: item(false, waiting) }), {
      daemon: 'running',
      state: 'queued',
      waits_for: 'a free slot (2 of 2 running)',
      next: 'nothing; it begins by itself',
    });
  });

  test('asks for no start of a daemon while one leads that has it in no queue', async () => {
    const told = await asked({ daemon: 'running', item: undefined });
    assert.equal(told.daemon, 'running');
    assert.doesNotMatch(told.next, /autodev start/);
  });
});
