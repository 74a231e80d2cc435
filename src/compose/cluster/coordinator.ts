import { forgetBundles } from '../../daemon/cluster/bundles.ts';
import { openEar } from '../../daemon/cluster/ear.ts';
import { lead, stillLeads } from '../../daemon/cluster/election.ts';
import { giveUpLease, leaseFence, type Lease } from '../../daemon/cluster/leases.ts';
import { forgetSilent, join, SETTLED_MS, type Membership } from '../../daemon/cluster/members.ts';
import { remoteEngine } from '../../daemon/cluster/remote-engine.ts';
import { openStandby } from '../../daemon/cluster/standby.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { isoTime } from '../../host/clock.ts';
import { machineName } from '../../host/machine.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Host } from '../../host/host.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { JobQueue } from '../../host/db/job-queue.ts';
import { mustBeWhole } from '../../store/migrating.ts';
import type { ClusterDatabase } from '../../store/postgres/open.ts';
import type { Seat } from '../program.ts';
import { openConfigured, openItemQueue } from './open.ts';

const CONNECTIONS = 10;
/** How long a coordinator that stops waits for a database that is away. */
const GIVE_UP_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** How long one that could not reach the forge lets others lead. */
const AGAIN_MS = 5_000;

export interface Coordinator {
  home: string;
  host: Host;
  loaded: Pick<LoadedConfig, 'config'>;
  version: string;
  stop: AbortSignal;
  /** One term of leading: until the signal is aborted. */
  term(seat: Seat, over: AbortSignal): Promise<void>;
}

const deposed = () => new AutodevError('interrupted', 'another coordinator leads the cluster by now');

/** A coordinator: leads when nobody else does, and waits to take over otherwise. */
export async function runCoordinator(run: Coordinator): Promise<void> {
  const { host, loaded } = run;
  const { clock, random } = host;
  const cluster = await openConfigured(loaded.config, {
    clock,
    random,
    patient: true,
    program: 'autodev coordinator',
    connections: CONNECTIONS,
  });
  if (cluster === undefined) throw new Error('the configuration names no cluster');
  const ended = new AbortController();
  const stop = AbortSignal.any([run.stop, ended.signal]);
  let onBeat = async () => {};
  stop.addEventListener('abort', () => {
    clock.after(GIVE_UP_MS, () => cluster.giveUp(), { background: true });
  });
  try {
    await mustBeWhole(cluster.store);
    await using jobs = await openItemQueue(cluster, () => {});
    await using member = await join(
      {
        db: cluster.db,
        clock,
        onBeat: () => onBeat(),
        outdated: (error) => ended.abort(error),
      },
      {
        id: `coordinator-${random.hex(6)}`,
        kind: 'coordinator',
        host: machineName(),
        pid: process.pid,
        version: run.version,
        slots: 0,
      },
    );
    while (!stop.aborted) {
      const lease = await standBy(run, cluster, member, stop, () => ended.abort(new Error('autodev stop')));
      if (lease === undefined) break;
      await member.say('leading');
      const over = await leadOn({
        run,
        cluster,
        jobs,
        member,
        lease,
        stop,
        beats: (work) => (onBeat = work),
      });
      onBeat = async () => {};
      if (over === 'stopped') ended.abort(new Error('autodev stop'));
      if (stop.aborted) break;
      await member.say('up');
      if (over === 'forge away') await clock.sleep(AGAIN_MS, stop).catch(() => {});
    }
    if (ended.signal.reason instanceof AutodevError) throw ended.signal.reason;
  } finally {
    await cluster.close();
  }
}

/** Answers on this machine while another leads. */
async function standBy(
  { home, host, version }: Coordinator,
  cluster: ClusterDatabase,
  member: Membership,
  stop: AbortSignal,
  end: () => void,
): Promise<Lease | undefined> {
  const ended = new AbortController();
  const standby = await openStandby({
    home,
    clock: host.clock,
    version,
    store: cluster.store,
    stop: () => {
      end();
      ended.abort();
    },
  });
  try {
    return await lead({ db: cluster.db, clock: host.clock, member }, AbortSignal.any([stop, ended.signal]));
  } finally {
    await standby.close();
  }
}

async function leadOn(at: {
  run: Coordinator;
  cluster: ClusterDatabase;
  jobs: JobQueue;
  member: Membership;
  lease: Lease;
  stop: AbortSignal;
  beats(work: () => Promise<void>): void;
}): Promise<'stopped' | 'deposed' | 'forge away'> {
  const { run, cluster, jobs, member, lease, stop } = at;
  const { clock } = run.host;
  const own = cluster.fenced(leaseFence(lease, deposed));
  const lost = new AbortController();
  const over = AbortSignal.any([stop, lost.signal]);
  const mayWrite = async () => {
    if (await stillLeads(cluster.db, lease)) return;
    lost.abort(deposed());
    throw deposed();
  };
  at.beats(async () => {
    await mayWrite();
    // Only when the others had time to say that they are there: after an outage all of them seem silent.
    if (clock.monotonic() - member.reachedSince() >= SETTLED_MS) await jobs.supervise();
    if (clock.now() - forgotAt >= DAY_MS) await forgetOld();
  });
  const forgetOld = async () => {
    forgotAt = clock.now();
    await forgetBundles(own.db, isoTime(forgotAt - WEEK_MS));
    await forgetSilent(own.db);
  };
  let forgotAt = 0;
  await forgetOld();
  await using ear = openEar(cluster.pool, clock);
  let settled = Promise.resolve();
  const seat: Seat = {
    part: 'coordinator',
    store: own.store,
    mayWrite,
    engine: ({ queues, most, dayBudgetUsd }) => {
      const exclusive = (work: WorkId) => {
        const item = queues.get(work, parseWorkId(work).type);
        return item === undefined ? undefined : queues.exclusiveKey(item);
      };
      const engine = remoteEngine({ db: own.db, jobs, clock, ear, most, dayBudgetUsd, exclusive }, over);
      settled = engine.settled;
      return engine;
    },
  };
  try {
    await run.term(seat, over);
    return lost.signal.aborted ? 'deposed' : 'stopped';
  } catch (error) {
    if (lost.signal.aborted) return 'deposed';
    if (!isAutodevError(error, 'forge_unavailable', 'forge_limited')) throw error;
    // It could not even begin. Another machine may reach the forge; if none does, this one tries again.
    await giveUpLease(own.db, lease);
    return 'forge away';
  } finally {
    lost.abort(deposed());
    await settled;
  }
}
