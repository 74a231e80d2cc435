import type { Clock } from '../../host/clock.ts';
import type { Host } from '../../host/host.ts';
import { silentLog } from '../../host/log/log.ts';
import { randomFrom, type Random } from '../../host/random.ts';
import { secretKeeper } from '../../work/secrets/keeper.ts';

/** A host without programs, git and files: whoever reaches for one of them leaves the simulation, and is told so. */
export function simHost(clock: Clock, random: Random): Host {
  return {
    clock,
    random,
    processes: outside('processes'),
    git: outside('git'),
    files: outside('files'),
    log: silentLog,
    env: {},
    secrets: secretKeeper(),
  };
}

function outside<T extends object>(what: string): T {
  return new Proxy({} as T, {
    get: () => {
      throw new Error(`${what} are no part of the simulation`);
    },
  });
}

/** Numbers that depend on the name alone. */
export function simRandom(name: string): Random {
  let state = 1;
  for (let i = 0; i < name.length; i += 1) state = (state * 31 + name.charCodeAt(i)) % 2_147_483_647;
  const next = () => (state = (state * 48_271) % 2_147_483_647) >> 8;
  return randomFrom((count) => Buffer.from(Array.from({ length: count }, () => next() & 0xff)));
}
