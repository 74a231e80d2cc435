import type { PgBoss } from 'pg-boss';

/** A statement on some connection of PostgreSQL. */
interface Queries {
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
}

/** One delivery of a job. A job that was delivered again is another attempt: what the earlier one says counts no more. */
export interface Delivery {
  id: string;
  key: string;
  attempt: number;
}

/** Jobs in PostgreSQL, one per key: delivered to one process, and to another when that falls silent. */
export interface JobQueue extends AsyncDisposable {
  /** On the connection of a transaction it is part of it. Undefined: there is one under this key. */
  send(key: string, on?: Queries): Promise<string | undefined>;
  fetch(): Promise<Delivery | undefined>;
  /** Still at it. False: it was given to another, or taken away. */
  touch(delivery: Delivery, on?: Queries): Promise<boolean>;
  complete(delivery: Delivery, on?: Queries): Promise<void>;
  /** Whether nobody has it yet, somebody does, or it is no more. */
  stateOf(id: string): Promise<'waiting' | 'taken' | 'gone'>;
  remove(id: string, on?: Queries): Promise<void>;
  /** Takes jobs away from processes that fell silent. */
  supervise(): Promise<void>;
  close(): Promise<void>;
}

/** How long a process may be silent. The least that pg-boss takes. */
export const SILENCE_SECS = 10;
/** A job that so many processes died of is not given to one more. */
const MOST_DELIVERIES = 5;
const LONGEST_SECS = 23 * 3_600;
const FORGET_SECS = 3_600;

/** The queue of this name. `pg-boss` is loaded here, so that one machine never loads it. */
export async function openJobQueue(
  pool: Queries,
  { schema, name, onError }: { schema: string; name: string; onError: (error: unknown) => void },
): Promise<JobQueue> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss: PgBoss = new Boss({
    db: onDatabase(pool),
    schema,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(name, {
    policy: 'exclusive',
    heartbeatSeconds: SILENCE_SECS,
    expireInSeconds: LONGEST_SECS,
    retryLimit: MOST_DELIVERIES - 1,
    retryDelay: 0,
    deleteAfterSeconds: FORGET_SECS,
  });
  const through = (on: Queries | undefined) => (on === undefined ? {} : { db: onDatabase(on) });
  const attemptOf = ({ id, attempt }: Delivery) => ({ id, retryCount: attempt });
  const close = () => boss.stop({ graceful: false, close: false });
  return {
    send: async (key, on) =>
      (await boss.send(name, { key }, { singletonKey: key, ...through(on) })) ?? undefined,
    fetch: async () => {
      const [job] = await boss.fetch<{ key: string }>(name);
      return job === undefined ? undefined : { id: job.id, key: job.data.key, attempt: retriesOf(job) };
    },
    touch: async (delivery, on) => affected(await boss.touch(name, attemptOf(delivery), through(on))) > 0,
    complete: async (delivery, on) =>
      void (await boss.complete(name, attemptOf(delivery), null, through(on))),
    stateOf: async (id) => {
      const [job] = await boss.findJobs(name, { id });
      if (job?.state === 'active') return 'taken';
      return job?.state === 'created' || job?.state === 'retry' ? 'waiting' : 'gone';
    },
    remove: async (id, on) => void (await boss.deleteJob(name, id, through(on))),
    supervise: () => boss.supervise(name),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const onDatabase = (on: Queries) => ({
  executeSql: async (sql: string, values?: unknown[]) => ({ rows: (await on.query(sql, values)).rows }),
});

/** How often it was delivered before; part of every job since pg-boss fences by it, if not of its types. */
function retriesOf(job: object): number {
  return 'retryCount' in job && typeof job.retryCount === 'number' ? job.retryCount : 0;
}

function affected(response: object): number {
  return 'affected' in response && typeof response.affected === 'number' ? response.affected : 0;
}
