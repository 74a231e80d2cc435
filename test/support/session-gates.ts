import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';

/** A place in a script where a session waits for the test. */
export interface Gate {
  step: { do: 'run'; command: string[] };
  reached(): boolean;
  /** Only once a session waits there: who opens it earlier races with the session. */
  open(): void;
}

interface SessionGates {
  /** Sessions do not see it unless they are shown it. */
  folder: string;
  gate(name: string): Gate;
  /** Lets every session go. */
  close(): void;
}

/** Far longer than any test: what its test forgot ends by itself. */
const LONGEST_LOOKS = 12_000;
const WAIT = `touch "$1"; n=0; while [ ! -e "$2" ] && [ $n -lt ${LONGEST_LOOKS} ]; do sleep 0.05; n=$((n+1)); done`;

/**
 * A gate that no session came to means that the test and the daemon ran side by side, and that the test is green or red
 * by chance: its rule never matched, or it was over before. Such a test fails, unless the gate is one of `spare`.
 */
export function sessionGates(folder: string, spare: readonly string[] = []): SessionGates {
  const gates = new Map<string, Gate>();
  let missed: string[] = [];
  mkdirSync(folder, { recursive: true });
  // Thrown when the test is torn down, it would hide what the test itself failed by.
  after(() => {
    if (missed.length > 0)
      throw new Error(
        `no session ever came to the gate ${missed.join(', ')}: does its rule match the prompt?`,
      );
  });
  return {
    folder,
    gate: (name) => {
      const known = gates.get(name);
      if (known !== undefined) return known;
      const [here, go] = [join(folder, `${name}.reached`), join(folder, `${name}.go`)];
      const fresh: Gate = {
        step: { do: 'run', command: ['sh', '-c', WAIT, 'sh', here, go] },
        reached: () => existsSync(here),
        open: () => {
          if (!existsSync(here)) throw new Error(`the gate ${name} is opened before a session came to it`);
          writeFileSync(go, '');
        },
      };
      gates.set(name, fresh);
      return fresh;
    },
    close: () => {
      missed = [...gates]
        .filter(([name, each]) => !spare.includes(name) && !each.reached())
        .map(([name]) => name);
      for (const name of gates.keys()) writeFileSync(join(folder, `${name}.go`), '');
    },
  };
}
