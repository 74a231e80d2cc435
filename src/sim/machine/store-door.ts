import { AutodevError } from '../../work/errors.ts';
import type { Chooser } from '../chooser.ts';
import { countdown } from '../faults/gaps.ts';
import { never, type Around, type Survives } from './doors.ts';

const FAULTS = ['disk full', 'database busy'] as const;
/** How many calls in a row meet the fault. */
const LASTS = [1, 3, 30] as const;
const WRITES =
  /\.(append|put|set|start|finish|fail|carry|submit|leave|setAside|goOn|intend|done|book|add|ask|answer|apply|withdraw|clear|change|see|forget)$/;

interface Parts {
  name: string;
  chooser: Chooser;
  survives: Survives;
  faults: () => boolean;
  say: (what: string) => void;
  /** Told of every write before it is tried, and of those that succeeded. */
  writing: (name: string, args: readonly unknown[]) => void;
  wrote: (name: string, args: readonly unknown[]) => void;
}

/** The way to the disk: full at times, or held by another process. */
export function storeDoor(parts: Parts): Around {
  const { chooser, survives, say, writing, wrote } = parts;
  const stream = `disk:${parts.name}`;
  const isDue = countdown(chooser, stream, 0.2);
  let fault: (typeof FAULTS)[number] = 'disk full';
  let left = 0;
  return (name) => {
    if (!WRITES.test(name)) return (call) => (survives() ? call() : never());
    return async (call, args) => {
      if (!survives()) return never();
      writing(name, args);
      if (parts.faults() && left === 0 && isDue()) {
        fault = chooser.pick(stream, FAULTS);
        left = chooser.pick(stream, LASTS);
        say(`${fault} for ${left} writes (${name})`);
      }
      if (left > 0) {
        left -= 1;
        throw failure(fault);
      }
      const done = await call();
      wrote(name, args);
      return done;
    };
  };
}

function failure(fault: (typeof FAULTS)[number]): Error {
  return fault === 'disk full'
    ? new AutodevError('io', 'cannot write to the store', { why: 'no space left on the device' })
    : new Error('database is locked');
}
