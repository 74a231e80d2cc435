import type { Clock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Chooser } from '../chooser.ts';
import { countdown } from '../faults/gaps.ts';
import { never, type Around, type Survives } from './doors.ts';

/** What can go wrong with a request, the plainest first. */
const FAULTS = ['unavailable', 'lost answer', 'limited', 'secondary limit', 'slow', 'late answer'] as const;

const WRITES =
  /^(addLabels|removeLabel|createLabel|comment|editComment|createIssue|closeIssue|createPull|review|replyTo|requestReview|react|retarget|rerunCheck|setStatus|merge|deleteBranch|push)$/;
export const isWrite = (name: string): boolean => WRITES.test(name);

interface Parts {
  name: string;
  clock: Clock;
  chooser: Chooser;
  survives: Survives;
  faults: () => boolean;
  say: (what: string) => void;
}

/**
 * The way to the forge, by HTTP or git: requests that fail before or after they were carried out, that take long, and
 * that the forge refuses for a while. Reads have been repeated below this already; writes never are.
 */
export function forgeDoor(parts: Parts): Around {
  const { clock, chooser, survives, say } = parts;
  const stream = `forge:${parts.name}`;
  const isDue = countdown(chooser, stream, 0.75);
  return (name) => async (call) => {
    if (!survives()) return never();
    if (!parts.faults() || !isDue()) return answered(await call(), survives);
    const fault = chooser.pick(stream, FAULTS);
    say(`${name}: ${fault}`);
    switch (fault) {
      case 'unavailable':
        throw unavailable(name);
      case 'limited':
      case 'secondary limit':
        throw new AutodevError('forge_limited', `the forge's limit is reached (${name})`);
      case 'lost answer':
        await call();
        throw unavailable(name);
      case 'slow':
        await clock.sleep(chooser.pick(stream, [1_000, 5_000, 20_000]));
        return answered(await call(), survives);
      case 'late answer': {
        const answer = await call();
        await clock.sleep(chooser.pick(stream, [1_000, 5_000, 20_000]));
        return answer;
      }
    }
    return fault satisfies never;
  };
}

/** A machine that dies while the answer is on its way has still written. */
function answered<T>(answer: T, survives: Survives): T | Promise<never> {
  return survives() ? answer : never();
}

function unavailable(name: string): AutodevError {
  const data = isWrite(name) ? { outcome: 'unknown' as const } : {};
  return new AutodevError('forge_unavailable', `no answer to ${name}`, { data });
}
