import { workId, parseWorkId } from '../../work/ids.ts';
import { LABEL, ours } from '../../work/labels.ts';
import type { EntryFact, Facts } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

/** How long a daemon takes at most between two labels of one change. */
const ONE_CHANGE_MS = 5_000;
const FLOWS = { issue: ['issue'], pull: ['pr', 'merge'] };

export const labelsAgree: Invariant = {
  name: 'labels-agree',
  about: 'labels, queue and store say the same, and an item in work is never without a label',
  broken: (facts) => [
    ...facts.entries.flatMap((entry) => bareFor(entry, facts.logins)),
    ...wipWithoutOwner(facts),
    ...queuedWithoutWip(facts),
    ...storeSaysOtherwise(facts),
  ],
};

/** The old label was taken away before the new one was there: a crash in between would lose the item. */
function bareFor(entry: EntryFact, logins: readonly string[]) {
  if (entry.state === 'closed') return [];
  return entry.labelled.flatMap((change, at) => {
    const before = entry.labelled[at - 1];
    if (before === undefined || !logins.includes(change.actor) || !logins.includes(before.actor)) return [];
    const swapped = before.label === LABEL.wip && !before.added && change.added && change.label !== LABEL.wip;
    if (!swapped || change.at - before.at >= ONE_CHANGE_MS) return [];
    return [{ what: `${LABEL.wip} was removed before ${change.label} was added`, about: placeOf(entry) }];
  });
}

function wipWithoutOwner({ rest, entries }: Facts) {
  if (rest === undefined) return [];
  const queued = new Set(rest.daemons.flatMap((daemon) => daemon.queued));
  return entries
    .filter(({ state, labels }) => state === 'open' && labels.includes(LABEL.wip))
    .filter(({ repo, number, pull }) =>
      (pull === undefined ? FLOWS.issue : FLOWS.pull).every(
        (type) => !queued.has(workId(type, repo, number)),
      ),
    )
    .map((entry) => ({ what: `it carries ${LABEL.wip} and is in no queue`, about: placeOf(entry) }));
}

/** But for those whose label a person took away. */
function queuedWithoutWip({ rest, entries, logins }: Facts) {
  return (rest?.daemons ?? []).flatMap(({ daemon, queued }) =>
    queued.flatMap((work) => {
      const { repo, number } = parseWorkId(work);
      const entry = entries.find((each) => each.repo === repo && each.number === number);
      if (entry === undefined || entry.state === 'closed' || entry.labels.includes(LABEL.wip)) return [];
      const last = entry.labelled.findLast(({ label }) => label === LABEL.wip);
      if (last !== undefined && !logins.includes(last.actor)) return [];
      return [{ what: `${daemon} has ${work} in its queue without ${LABEL.wip}`, about: placeOf(entry) }];
    }),
  );
}

/** At rest every scan has seen what is open. */
function storeSaysOtherwise({ rest, journals = [], entries }: Facts) {
  if (rest === undefined) return [];
  return journals.flatMap(({ daemon, labels: believed }) =>
    believed.flatMap(({ repo, number, labels }) => {
      const entry = entries.find((each) => each.repo === repo && each.number === number);
      if (entry === undefined || entry.state === 'closed') return [];
      const real = ours(entry.labels).sort().join(' ');
      const said = [...labels].sort().join(' ');
      if (real === said) return [];
      return [{ what: `${daemon} believes in [${said}], it carries [${real}]`, about: placeOf(entry) }];
    }),
  );
}
