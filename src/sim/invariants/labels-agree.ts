import { workId, parseWorkId } from '../../work/ids.ts';
import { LABEL, ours } from '../../work/labels.ts';
import { bareInBetween } from './bare-in-between.ts';
import type { Facts } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

const FLOWS = { issue: ['issue'], pull: ['pr', 'merge'] };

export const labelsAgree: Invariant = {
  name: 'labels-agree',
  about: 'labels, queue and store say the same, and an item in work is never without a label',
  broken: (facts) => [
    ...bareInBetween(facts.labelling ?? []),
    ...wipWithoutOwner(facts),
    ...queuedWithoutWip(facts),
    ...storeSaysOtherwise(facts),
  ],
};

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
