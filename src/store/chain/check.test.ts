import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runId, workId } from '../../work/ids.ts';
import { entryAfter, GENESIS, headText, parseHead, type ChainEntry, type LedgerRow } from './chain.ts';
import { chainProblems, loggedProblems, type KeptChain } from './check.ts';

const work = workId('issue', 'o/r', 1);
const rowAt = (n: number): LedgerRow => ({
  run_id: runId(work, 'abc', 1),
  key: `comment c${n}`,
  kind: 'comment',
  work_id: work,
  intent: '{}',
  status: 'done',
  result: `{"id":${n}}`,
  created_at: `2026-01-0${n}T00:00:00.000Z`,
  done_at: `2026-01-0${n}T00:00:01.000Z`,
});

/** Four rows, each announced and then done. */
function kept(): { rows: LedgerRow[]; entries: ChainEntry[]; head: ChainEntry } {
  const rows = [1, 2, 3, 4].map(rowAt);
  const entries: ChainEntry[] = [];
  for (const row of rows)
    for (const state of [{ ...row, status: 'intent' as const, result: null, done_at: null }, row])
      entries.push(entryAfter(entries.at(-1) ?? GENESIS, state));
  return { rows, entries, head: entries.at(-1) as ChainEntry };
}
const said = (chain: KeptChain) => chainProblems(chain).map(({ kind, seq, key }) => [kind, seq, key]);

describe('the chain over the ledger', () => {
  test('a ledger that nobody touched has no problem, an empty one neither', () => {
    assert.deepEqual(said(kept()), []);
    assert.deepEqual(said({ rows: [], entries: [], head: GENESIS }), []);
  });

  for (const [column, value] of Object.entries({
    intent: '{"x":1}',
    result: null,
    status: 'intent' as const,
    created_at: '2020-01-01T00:00:00.000Z',
    done_at: null,
    kind: 'push',
    work_id: workId('issue', 'o/r', 2),
  }))
    test(`a row whose ${column} was changed is named`, () => {
      const { rows, ...rest } = kept();
      const changed = rows.map((row, at) => (at === 1 ? { ...row, [column]: value } : row));
      assert.deepEqual(said({ rows: changed, ...rest }), [['changed', 4, 'comment c2']]);
    });

  test('a row that was cut is named, in the middle and at the end', () => {
    const { rows, ...rest } = kept();
    assert.deepEqual(said({ rows: rows.toSpliced(1, 1), ...rest }), [['cut', 4, 'comment c2']]);
    assert.deepEqual(said({ rows: rows.slice(0, -1), ...rest }), [['cut', 8, 'comment c4']]);
  });

  test('the last rows cut together with their entries are seen by the head', () => {
    const { rows, entries, head } = kept();
    assert.deepEqual(said({ rows: rows.slice(0, 2), entries: entries.slice(0, 4), head }), [
      ['cut', 8, null],
    ]);
    assert.deepEqual(said({ rows: [], entries: [], head }), [['cut', 8, null]]);
  });

  test('a row cut from the middle together with its entries leaves a gap', () => {
    const { rows, entries, head } = kept();
    const cut = { rows: rows.toSpliced(1, 1), entries: entries.toSpliced(2, 2), head };
    assert.deepEqual(said(cut), [['cut', 4, null]]);
  });

  test('a gap that was closed by numbering anew breaks the chain', () => {
    const { rows, entries, head } = kept();
    const closed = entries.toSpliced(2, 2).map((entry, at) => ({ ...entry, seq: at + 1 }));
    const kinds = said({ rows: rows.toSpliced(1, 1), entries: closed, head }).map(([kind]) => kind);
    assert.ok(kinds.includes('broken') && kinds.includes('cut'), String(kinds));
  });

  test('entries in another order break the chain', () => {
    const { rows, entries, head } = kept();
    const [third, fourth] = [entries[2] as ChainEntry, entries[4] as ChainEntry];
    const swapped = entries.with(2, { ...fourth, seq: 3 }).with(4, { ...third, seq: 5 });
    const found = said({ rows, entries: swapped, head });
    assert.ok(found.some(([kind, seq]) => kind === 'broken' && seq === 3));
    assert.ok(found.some(([kind, seq]) => kind === 'broken' && seq === 5));
  });

  test('rows that changed places under their names are both named', () => {
    const { rows, ...rest } = kept();
    const [first, second] = rows as [LedgerRow, LedgerRow];
    const swapped = [{ ...second, key: first.key }, { ...first, key: second.key }, ...rows.slice(2)];
    assert.deepEqual(said({ rows: swapped, ...rest }), [
      ['changed', 2, 'comment c1'],
      ['changed', 4, 'comment c2'],
    ]);
  });

  test('a row that was added by hand is named, and one that was added with an entry of its own', () => {
    const { rows, entries, head } = kept();
    const more = [...rows, rowAt(5)];
    assert.deepEqual(said({ rows: more, entries, head }), [['added', null, 'comment c5']]);
    const chained = [...entries, entryAfter(head, rowAt(5))];
    assert.deepEqual(said({ rows: more, entries: chained, head }), [['added', 9, null]]);
  });

  test('a head that is gone is named, and one that is another', () => {
    const { rows, entries, head } = kept();
    assert.deepEqual(said({ rows, entries, head: undefined }), [['broken', null, null]]);
    assert.deepEqual(said({ rows, entries, head: { ...head, hash: GENESIS.hash } }), [['broken', 8, null]]);
  });

  test('a chain that was rewritten as a whole is seen by the daily log, once for each day', () => {
    const { entries } = kept();
    const logged = entries.map(({ seq, hash }) => ({
      seq,
      hash,
      day: seq < 5 ? '2026-01-01' : '2026-01-02',
    }));
    assert.deepEqual(loggedProblems(entries, logged), []);
    const other: ChainEntry[] = [];
    for (const n of [1, 3]) other.push(entryAfter(other.at(-1) ?? GENESIS, rowAt(n)));
    const found = loggedProblems(other, logged).map(({ kind, seq }) => [kind, seq]);
    assert.deepEqual(found, [
      ['broken', 1],
      ['cut', 5],
    ]);
  });

  test('a head is read as it was written, and nothing else is a head', () => {
    const { head } = kept();
    assert.deepEqual(parseHead(headText(head)), { seq: 8, hash: head.hash });
    for (const text of ['', 'new', '3', '3:xyz', `-1:${head.hash}`, `3:${head.hash}0`])
      assert.equal(parseHead(text), undefined, text);
  });
});
