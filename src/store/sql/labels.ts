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
  const of = async (repo: string, number: number) =>
    (
      await db.all<{ label: Label }>(
        'SELECT label FROM labels WHERE repo = ? AND number = ? ORDER BY label',
        repo,
        number,
      )
    ).map(({ label }) => label);
  return {
    see: async (repo, number, labels) => {
      // Nearly always nothing has changed, and nothing is written.
      const known = await of(repo, number);
      for (const label of Object.values(LABEL))
        if (labels.includes(label) !== known.includes(label))
          await (labels.includes(label) ? add : remove)(repo, number, label);
    },
    change: async (repo, number, { added, removed }) => {
      for (const label of added) await add(repo, number, label);
      for (const label of removed) await remove(repo, number, label);
    },
    of,
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
