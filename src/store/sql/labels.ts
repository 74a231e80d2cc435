import type { SqlDatabase } from './database.ts';
import { LABEL, type Label } from '../../work/labels.ts';
import type { LabelTable } from '../tables/labels.ts';

export function labelTable(db: SqlDatabase): LabelTable {
  const add = (repo: string, number: number, label: Label) =>
    db.run(
      'INSERT INTO labels (repo, number, label) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      repo,
      number,
      label,
    );
  const remove = (repo: string, number: number, label: Label) =>
    db.run('DELETE FROM labels WHERE repo = ? AND number = ? AND label = ?', repo, number, label);
  return {
    see: async (repo, number, labels) => {
      for (const label of Object.values(LABEL))
        await (labels.includes(label) ? add : remove)(repo, number, label);
    },
    change: async (repo, number, { added, removed }) => {
      for (const label of added) await add(repo, number, label);
      for (const label of removed) await remove(repo, number, label);
    },
    of: async (repo, number) =>
      (
        await db.all<{ label: Label }>(
          'SELECT label FROM labels WHERE repo = ? AND number = ? ORDER BY label',
          repo,
          number,
        )
      ).map(({ label }) => label),
    counts: async () => {
      const counts = { [LABEL.wip]: 0, [LABEL.done]: 0, [LABEL.skip]: 0 };
      const rows = await db.all<{ label: Label; n: number }>(
        `SELECT label, count(*) AS n FROM labels WHERE repo IN (SELECT name FROM repositories) GROUP BY label`,
      );
      for (const { label, n } of rows) counts[label] = n;
      return counts;
    },
  };
}
