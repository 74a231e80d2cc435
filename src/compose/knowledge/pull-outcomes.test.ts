import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Forge } from '../../forge/forge.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { workId } from '../../work/ids.ts';
import { perMerged, pullCosts, withOutcomes } from '../../workflows/knowledge/outcomes/pull-costs.ts';
import { linesOf, mergedRepository, textOf } from '../../../test/support/knowledge/merged-repository.ts';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { pullOutcomes } from './pull-outcomes.ts';

const REPO = 'org/app';
const START = Date.UTC(2026, 0, 1) / 1_000;
const DAY = 24 * 3_600_000;

/** Merged, squashed, rebased, reverted, reverted and brought back, rewritten, moved, closed, open. */
async function history(workspaces: string) {
  const repository = mergedRepository(join(workspaces, REPO, 'main'), START);
  const { write, append, commit, merge, git, day, remove } = repository;
  write('README', ['hello']);
  commit('begin');
  const merged = new Map<number, string>();
  day(1);
  merged.set(
    1,
    merge(1, 'merge', [
      () => write('one.txt', linesOf('one', 10)),
      () => append('one.txt', linesOf('more', 5)),
    ]),
  );
  merged.set(
    2,
    merge(2, 'squash', [() => write('two.txt', linesOf('two', 8)), () => append('two.txt', ['end'])]),
  );
  merged.set(
    3,
    merge(3, 'rebase', [
      () => write('three.txt', linesOf('three', 4)),
      () => write('three-b.txt', linesOf('b', 3)),
    ]),
  );
  merged.set(4, merge(4, 'merge', [() => write('four.txt', linesOf('four', 6))]));
  merged.set(5, merge(5, 'squash', [() => write('five.txt', linesOf('five', 7))]));
  merged.set(6, merge(6, 'merge', [() => write('six.txt', linesOf('six', 20))]));
  day(3);
  git('revert', '--no-edit', '-m', '1', merged.get(4) ?? '');
  git('revert', '--no-edit', merged.get(5) ?? '');
  const back = git('rev-parse', 'HEAD');
  git('revert', '--no-edit', back);
  day(5);
  // Five lines of the first are written anew, the second moves elsewhere.
  write('one.txt', [...linesOf('anew', 5), ...textOf(repository, 'one.txt').slice(5)]);
  git('mv', 'two.txt', 'moved.txt');
  commit('rewrite and move');
  day(20);
  remove('three-b.txt');
  write('six.txt', [...linesOf('later', 12), ...textOf(repository, 'six.txt').slice(12)]);
  commit('later');
  day(40);
  merged.set(9, merge(9, 'squash', [() => write('nine.txt', linesOf('nine', 2))]));
  repository.fetched();
  return merged;
}

function forgeOf(merged: ReadonlyMap<number, string>) {
  const asked: number[] = [];
  const pull = async (_repo: string, number: number) => {
    asked.push(number);
    const sha = merged.get(number) ?? null;
    return {
      merged: sha !== null,
      state: number === 8 || sha === null ? (number === 8 ? 'open' : 'closed') : 'closed',
      mergeSha: sha,
    };
  };
  return { asked, forge: { pull } as unknown as Forge };
}

describe('what became of pull requests', () => {
  test('merged, squashed, rebased, reverted, rewritten and moved ones are what a count by hand gives', async () => {
    await using tmp = await tmpdir();
    const merged = await history(tmp.path);
    const { forge, asked } = forgeOf(merged);
    const now = START * 1_000 + 45 * DAY;
    const host = testHost({ clock: { ...testHost().clock, now: () => now } });
    const store = openStore(':memory:');
    const wanted = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({ repo: REPO, number }));
    const parts = () => ({
      host,
      store,
      forge: async () => forge,
      workspaces: tmp.path,
      say: (text: string) => assert.fail(text),
    });
    const outcomes = await pullOutcomes(parts(), wanted);
    const told = outcomes.map(({ number, state, method, linesAdded, survived7, survived30, reverted }) => [
      number,
      state,
      method,
      linesAdded,
      survived7,
      survived30,
      reverted,
    ]);
    assert.deepEqual(told, [
      [1, 'merged', 'merge', 15, 10, 10, false],
      [2, 'merged', 'squash', 9, 9, 9, false],
      [3, 'merged', 'rebase', 7, 7, 4, false],
      [4, 'merged', 'merge', 6, 0, 0, true],
      [5, 'merged', 'squash', 7, 0, 0, false],
      [6, 'merged', 'merge', 20, 20, 8, false],
      [7, 'closed', null, null, null, null, false],
      [8, 'open', null, null, null, null, false],
      [9, 'merged', 'squash', 2, null, null, false],
    ]);
    asked.length = 0;
    assert.deepEqual(await pullOutcomes(parts(), wanted), outcomes);
    assert.deepEqual(asked, [7, 8], 'what is not merged may still be');
    await store.close();
  });

  test('one that was closed, opened again and merged is a merged one', async () => {
    await using tmp = await tmpdir();
    const merged = await history(tmp.path);
    const sha = merged.get(1) ?? '';
    merged.delete(1);
    const store = openStore(':memory:');
    const { forge } = forgeOf(merged);
    const parts = { host: testHost(), store, workspaces: tmp.path, say: (text: string) => assert.fail(text) };
    const ask = () => pullOutcomes({ ...parts, forge: async () => forge }, [{ repo: REPO, number: 1 }]);
    assert.deepEqual(
      (await ask()).map(({ state }) => state),
      ['closed'],
    );
    merged.set(1, sha);
    assert.deepEqual(
      (await ask()).map(({ state, linesAdded }) => [state, linesAdded]),
      [['merged', 15]],
    );
    await store.close();
  });

  test('a base that moved writes down only what it changed: a year of merges is not written again for a commit', async () => {
    await using tmp = await tmpdir();
    const merged = await history(tmp.path);
    const { forge } = forgeOf(merged);
    const store = openStore(':memory:');
    const written: number[] = [];
    const put: typeof store.pullOutcomes.put = async (outcome) => {
      written.push(outcome.number);
      await store.pullOutcomes.put(outcome);
    };
    const now = START * 1_000 + 45 * DAY;
    const parts = {
      host: testHost({ clock: { ...testHost().clock, now: () => now } }),
      store: { ...store, pullOutcomes: { ...store.pullOutcomes, put } },
      forge: async () => forge,
      workspaces: tmp.path,
      say: (text: string) => assert.fail(text),
    };
    const reverted = async () => {
      written.length = 0;
      const outcomes = await pullOutcomes(
        parts,
        [1, 2, 3, 4, 5, 6].map((number) => ({ repo: REPO, number })),
      );
      return outcomes.filter((each) => each.reverted).map(({ number }) => number);
    };
    const { commit, fetched } = mergedRepository(join(tmp.path, REPO, 'main'), START + (44 * DAY) / 1_000);
    assert.deepEqual(await reverted(), [4]);
    assert.deepEqual(written, [1, 2, 3, 4, 5, 6]);
    commit('Take the newer library\n\nReverts other/library#1');
    fetched();
    assert.deepEqual(await reverted(), [4]);
    assert.deepEqual(written, []);
    commit(`Revert "two"\n\nThis reverts commit ${merged.get(2) ?? ''}.`);
    commit('Revert "six"\n\nReverts Org/App#6');
    fetched();
    assert.deepEqual(await reverted(), [2, 4, 6]);
    assert.deepEqual(written, [2, 6]);
    await store.close();
  });

  test('lines are not counted for a day that the clone has not been fetched since', async () => {
    await using tmp = await tmpdir();
    const { forge } = forgeOf(await history(tmp.path));
    const store = openStore(':memory:');
    const fetchHead = join(tmp.path, REPO, 'main', '.git', 'FETCH_HEAD');
    const fetched = (days: number) => {
      writeFileSync(fetchHead, 'x');
      utimesSync(fetchHead, START + (days * DAY) / 1_000, START + (days * DAY) / 1_000);
    };
    const parts = {
      host: testHost(),
      store,
      forge: async () => forge,
      workspaces: tmp.path,
      say: (text: string) => assert.fail(text),
    };
    const survived = async () => {
      const [one] = await pullOutcomes(parts, [{ repo: REPO, number: 1 }]);
      return [one?.survived7, one?.survived30];
    };
    fetched(2);
    assert.deepEqual(await survived(), [null, null]);
    fetched(10);
    assert.deepEqual(await survived(), [10, null]);
    fetched(45);
    assert.deepEqual(await survived(), [10, 10]);
    await store.close();
  });

  test('costs of an issue, its pull request, its merge and its lesson are one sum; the rest is told apart', () => {
    const item = (key: string, usd: number) => ({ key, usd, tokens: usd * 10 });
    const items = [
      item('issue:org/app:1', 1),
      item('knowledge:org/app:1', 0.5),
      item('pr:org/app:2', 2),
      item('merge:org/app:2', 0.25),
      item('pr:org/app:3', 4),
      item('issue:org/app:9', 8),
      item('report:org/app:20260101', 16),
    ];
    const outcome = (number: number, survived30: number) => ({
      repo: REPO,
      number,
      state: 'merged' as const,
      mergeSha: 'a',
      mergedAt: null,
      linesAdded: 10,
      survived7: 9,
      survived30,
      reverted: number === 3,
      method: null,
    });
    const costs = withOutcomes(pullCosts(items, new Map([[workId('issue', REPO, 1), 2]])), [
      outcome(2, 5),
      outcome(3, 0),
    ]);
    assert.deepEqual(
      costs.pulls.map(({ number, usd, items: of }) => [number, usd, of.length]),
      [
        [3, 4, 1],
        [2, 3.75, 4],
      ],
    );
    assert.deepEqual(costs.rest, { usd: 24, tokens: 240 });
    assert.deepEqual(perMerged(costs), {
      merged: 2,
      reverted: 1,
      usd_per_merged_pr: 3.875,
      surviving_lines: 5,
      usd_per_surviving_line: 1.55,
    });
  });
});
