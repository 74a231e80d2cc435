import { parseWorkId } from '../../work/ids.ts';
import type { LabelFact } from '../invariants/facts.ts';
import { field } from './describe-call.ts';
import type { Pass } from './doors.ts';

/** Writes down, in order, what a daemon does to labels: each call as it is made and answered, each change as it is told. */
export interface LabelRecord {
  /** For `addLabels` and `removeLabel`; other calls pass as they are. */
  around(called: string, pass: Pass): Pass;
  /** An event is about to be appended, whether the disk takes it or not. */
  telling(event: unknown): void;
  died(): void;
}

export function recordLabels(facts: LabelFact[], daemon: string): LabelRecord {
  return {
    around: (called, pass) => {
      if (called !== 'addLabels' && called !== 'removeLabel') return pass;
      const added = called === 'addLabels';
      return async (call, args) => {
        const [repo, number, named] = args;
        const about = { daemon, place: `${String(repo)}#${String(number)}` };
        const labels = Array.isArray(named) ? named.map(String) : [String(named)];
        facts.push({ ...about, kind: 'asked', added, labels });
        const answer = await pass(call, args);
        facts.push({ ...about, kind: 'answered', added, labels });
        return answer;
      };
    },
    telling: (event) => {
      if (field(event, 'type') !== 'item.label') return;
      const { added, removed, work } = event as { added: string[]; removed: string[]; work: string };
      const { repo, number } = parseWorkId(work);
      facts.push({ daemon, place: `${repo}#${number}`, kind: 'told', added, removed });
    },
    died: () => void facts.push({ daemon, kind: 'died' }),
  };
}
