import { isPull } from '../work/pull.ts';
import type { EntryFact, Facts } from './invariants/facts.ts';
import { readJournal } from './invariants/read-journal.ts';
import type { Machine } from './machine/machine.ts';
import { restFact } from './rest-fact.ts';
import { LOGIN, type World } from './world.ts';

/** The facts of a world at this moment: what is in memory each time, what the stores say only where it is asked for. */
export function factsOf(
  world: World,
  machines: readonly Machine[],
  { journals = false, rest = false }: { journals?: boolean; rest?: boolean },
): Facts {
  return {
    logins: [LOGIN],
    entries: entriesOf(world),
    merges: world.merges,
    sessions: world.sessions,
    labelling: world.labelling,
    tooSoon: world.tooSoon,
    begunInPause: machines.flatMap(({ id, life }) =>
      (life?.begunInPause() ?? []).map((work) => ({ daemon: id, work })),
    ),
    ...(journals || rest ? { journals: machines.map(({ id, disk }) => readJournal(id, disk.db)) } : {}),
    ...(rest ? { rest: restFact(world, machines) } : {}),
  };
}

function entriesOf({ ground }: World): EntryFact[] {
  const entries: EntryFact[] = [];
  for (const place of ground.places.values())
    for (const { entry, comments, reviews, labelled } of place.threads.values())
      entries.push({
        repo: entry.repo,
        number: entry.number,
        state: entry.state,
        author: entry.author,
        labels: entry.labels,
        ...(isPull(entry)
          ? {
              pull: {
                head: entry.head.ref,
                sha: entry.head.sha,
                base: entry.base.ref,
                merged: entry.merged,
              },
            }
          : {}),
        comments,
        reviews,
        labelled,
      });
  return entries;
}
