import { LABEL } from '../../work/labels.ts';
import type { LabelFact } from './facts.ts';
import type { Violation } from './invariant.ts';

/**
 * One change took the old label away before the new one was there: a crash in between would have lost the item. Where
 * several changes of one item overlap, or one of them was cut short, nobody can tell whose calls these were: only calls
 * that stand alone between two changes are judged.
 */
export function bareInBetween(labelling: readonly LabelFact[]): Omit<Violation, 'invariant'>[] {
  const since = new Map<string, Calls>();
  return labelling.flatMap((fact) => {
    if (fact.kind === 'died') {
      for (const [key, { daemon }] of since) if (daemon === fact.daemon) since.delete(key);
      return [];
    }
    const key = `${fact.daemon} ${fact.place}`;
    const calls = since.get(key) ?? { daemon: fact.daemon, list: [] };
    if (fact.kind !== 'told') {
      since.set(key, { ...calls, list: [...calls.list, fact] });
      return [];
    }
    since.delete(key);
    const [label] = fact.added;
    if (label === undefined || !fact.removed.includes(LABEL.wip) || !isSwapped(calls.list)) return [];
    return [{ what: `${LABEL.wip} was removed before ${label} was added`, about: fact.place }];
  });
}

type Call = Extract<LabelFact, { kind: 'asked' | 'answered' }>;

interface Calls {
  daemon: string;
  list: readonly Call[];
}

/** Each call answered before the next, the removals first, then the one that adds. */
function isSwapped(list: readonly Call[]): boolean {
  const inTurn = list.every(({ kind }, at) => kind === (at % 2 === 0 ? 'asked' : 'answered'));
  const asked = list.filter(({ kind }) => kind === 'asked');
  const firstAdded = asked.findIndex(({ added }) => added);
  const removedWip = asked.findIndex(({ added, labels }) => !added && labels.includes(LABEL.wip));
  return inTurn && removedWip >= 0 && firstAdded > removedWip && firstAdded === asked.length - 1;
}
