import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../cli-world.ts';
import type { ClusterWorld, Machine } from '../cluster-world.ts';
import type { Seeded } from '../seeded.ts';
import type { TcpProxy } from '../tcp-proxy.ts';

/** One process of the cluster that is started again whenever it was killed. */
export interface Member {
  name: string;
  machine: Machine;
  words: readonly string[];
  running: Running;
}

export function begin(member: Omit<Member, 'running'>): Member {
  return { ...member, running: member.machine.start(...member.words) };
}

const restart = (member: Member) => void (member.running = member.machine.start(...member.words));

export interface ChaosParts {
  cluster: ClusterWorld;
  members: Member[];
  /** The way to the database of the first worker. */
  proxy: TcpProxy;
  random: Seeded;
  tell(what: string): void;
}

/** Longer than anybody may be silent, and shorter. */
const STOPS_MS = [500, 3_000, 14_000] as const;

/** One thing that goes wrong, chosen by the seed, and put right again. */
async function disturb({ members, proxy, random, tell }: ChaosParts): Promise<void> {
  const member = random.pick(members);
  const what = random.pick(['kill', 'kill', 'stop', 'stop', 'cut', 'term'] as const);
  const ms = random.pick(STOPS_MS);
  tell(`${what} ${what === 'cut' ? 'the first worker off the database' : member.name} ${ms} ms`);
  if (what === 'cut') {
    proxy.cut();
    await sleep(ms);
    proxy.mend();
    return;
  }
  const { child, ended } = member.running;
  if (what === 'stop') {
    child.kill('SIGSTOP');
    await sleep(ms);
    child.kill('SIGCONT');
    return;
  }
  child.kill(what === 'kill' ? 'SIGKILL' : 'SIGTERM');
  await ended;
  restart(member);
}

/** Things go wrong one after the other, and in the middle the database is restarted, until it is enough. */
export async function disturbFor(parts: ChaosParts, times: number): Promise<void> {
  const { cluster, random, tell } = parts;
  for (let time = 0; time < times; time += 1) {
    await sleep(300 + random.below(2_000));
    if (time === Math.floor(times / 2)) {
      tell('restart the database');
      await cluster.cluster.server.stop(random.pick(['SIGQUIT', 'SIGINT'] as const));
      await sleep(random.below(3_000));
      await cluster.cluster.server.start();
    } else await disturb(parts);
    for (const member of parts.members)
      if (member.running.child.exitCode !== null) {
        tell(`${member.name} ended by itself: ${member.running.said().err.slice(-500)}`);
        restart(member);
      }
  }
}
