import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { updateIndex } from '../../sessions/index/update.ts';
import { rootsAt } from '../../sessions/locate/roots.ts';
import { HOT, OUTAGE, planMonth, type Month, type Task } from '../../../test/support/knowledge/plan.ts';
import { writeMonth, type WrittenMonth } from '../../../test/support/knowledge/write-month.ts';
import { tmpdir, type TmpDir } from '../../../test/support/tmpdir.ts';
import { dayMaterial, type KnowledgeSources } from './gather/day-material.ts';
import { dailyReport, type DailyReport } from './report/daily-report.ts';
import { reportOfFacts } from './report/make-report.ts';

const name = ({ type, number }: Task) => `${type}:${number}`;
const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** One whole month, and five shorter ones that nothing was tuned to. */
for (const [seed, length] of [
  [1, 30],
  [7, 12],
  [42, 12],
  [1_000, 12],
  [31_337, 12],
  [271_828, 12],
] as const) {
  describe(`${length} days of work in several repositories (seed ${seed})`, () => {
    let tmp: TmpDir;
    let month: Month;
    let written: WrittenMonth;
    let reports: Map<string, DailyReport>;

    before(async () => {
      tmp = await tmpdir();
      month = planMonth(seed, length);
      written = await writeMonth(month, tmp.path);
      const path = join(tmp.path, 'index.db');
      await updateIndex({ roots: rootsAt(written.home), path, tag: 't' });
      const { store, logs } = written;
      const sources: KnowledgeSources = { store, logs: () => logs, index: async () => path };
      reports = new Map();
      for (const repo of month.repos)
        for (const day of month.days)
          reports.set(`${repo} ${day}`, reportOfFacts(await dayMaterial(sources, repo, day), 'en'));
    });
    after(async () => {
      await written.store.close();
      await tmp[Symbol.asyncDispose]();
    });

    const each = (look: (report: DailyReport, tasks: Task[], place: string) => void) => {
      for (const repo of month.repos)
        for (const day of month.days) {
          const report = reports.get(`${repo} ${day}`);
          const tasks = month.tasks.filter((task) => task.repo === repo && task.day === day);
          assert.ok(report);
          look(report, tasks, `${repo} ${day}`);
        }
    };

    test('every number of the summary, of costs and of sessions is what a count by hand gives', () => {
      each(({ summary, facts }, tasks, place) => {
        const done = tasks.filter(({ outcome }) => outcome === 'done');
        assert.deepEqual(
          summary,
          {
            issues_done: done.filter(({ type }) => type === 'issue').length,
            prs_done: done.filter(({ type }) => type === 'pr').length,
            failed: tasks.filter(({ outcome }) => outcome === 'failed').length,
            skipped: tasks.filter(({ outcome }) => outcome === 'skip').length,
            avg_duration_ms:
              done.length === 0
                ? 0
                : Math.round((sum(done.map(({ minutes }) => minutes)) * 60_000) / done.length),
          },
          place,
        );
        assert.equal(facts.costs.usd, Math.round(sum(tasks.map(({ usd }) => usd)) * 100) / 100, place);
        assert.equal(facts.costs.tokens, sum(tasks.map(({ number }) => 10 * number + 1)), place);
        assert.equal(facts.sessions, sum(tasks.map(({ sessions }) => sessions.length)), place);
        assert.deepEqual(
          new Set(facts.tasks.map(({ task, outcome }) => `${task} ${outcome}`)),
          new Set(tasks.map((task) => `${name(task)} ${task.outcome}`)),
          place,
        );
        const pending = facts.phases.filter(({ phase }) => phase === 'Pending');
        assert.equal(sum(pending.map(({ stays }) => stays)), tasks.length, place);
        assert.equal(sum(pending.map(({ total_ms }) => total_ms)), tasks.length * 30_000, place);
      });
    });

    test('loops of tests, shared files, rounds and unusual sessions are counted as they were planted', () => {
      each(({ facts }, tasks, place) => {
        const loops = tasks.flatMap((task) =>
          task.sessions
            .filter(({ failing }) => failing >= 3)
            .map(({ id, failing }) => `${name(task)} ${id} ${failing}`),
        );
        assert.deepEqual(
          facts.test_loops.map(({ task, session, failures }) => `${task} ${session} ${failures}`).sort(),
          loops.sort(),
          place,
        );
        const rounds = tasks.filter((task) => task.rounds.length > 0);
        assert.deepEqual(
          facts.reviews.rounds.map(({ task, rounds: n }) => `${task} ${n}`).sort(),
          rounds.map((task) => `${name(task)} ${task.rounds.length}`).sort(),
          place,
        );
        const outliers = tasks.flatMap(({ sessions }) => sessions.filter(({ reads }) => reads >= 100));
        assert.deepEqual(
          facts.tool_outliers
            .filter(({ tool }) => tool === 'Read')
            .map(({ session, count }) => `${session} ${count}`),
          outliers.map(({ id, reads }) => `${id} ${reads}`),
          place,
        );
      });
    });

    test('each planted pattern is found where it is, and no other pattern is told', () => {
      const { planted } = month;
      const told: string[] = [];
      each(({ patterns }, tasks, place) => {
        for (const pattern of patterns) {
          told.push(`${place} ${pattern.type} ${pattern.subject}`);
          assert.ok(pattern.affected_tasks.length > 0 && pattern.occurrences > 0);
          for (const task of pattern.affected_tasks) assert.ok(tasks.some((one) => name(one) === task));
        }
      });
      const at = ({ repo, day }: { repo: string; day: string }) => `${repo} ${day}`;
      assert.deepEqual(
        told.sort(),
        [
          `${at(planted.loop)} test_loop src/api`,
          `${at(planted.remark)} review_cycle check null value without`,
          `${at(planted.hotfile)} hotfile ${HOT}`,
          `${at(planted.failure)} repeated_failure ${OUTAGE}`,
        ].sort(),
      );
    });

    test('what is told has the published shape', () => {
      for (const report of reports.values()) assert.deepEqual(dailyReport.parse(report), report);
    });
  });
}
