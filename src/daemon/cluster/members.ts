import type { Clock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import { MIGRATIONS } from '../../store/postgres/migrations.ts';
import { refuseNewer, versionOf } from '../../store/postgres/migrate.ts';
import type { Sql, SqlDatabase } from '../../store/sql/database.ts';
import type { Machine } from '../../store/tables/machines.ts';

/** How long a member may be silent, and how often it says that it is there. */
export const SILENT_SECS = 8;
export const BEAT_MS = 2_000;
/** So long the database must have been within reach without a break before anybody is called silent. */
export const SETTLED_MS = 6_000;

/** A process that joins: what the others see of it. */
export type NewMember = Pick<Machine, 'id' | 'kind' | 'host' | 'pid' | 'version' | 'slots'>;

export type MemberState = Exclude<Machine['state'], 'silent'>;

/** A process of the cluster, which says again and again that it is there. */
export interface Membership extends AsyncDisposable {
  readonly id: string;
  /** Since when the database was within reach without a break, on the monotonic clock. */
  reachedSince(): number;
  say(state: MemberState): Promise<void>;
}

export async function join(
  parts: { db: SqlDatabase; clock: Clock; onBeat: () => Promise<void>; outdated: (error: unknown) => void },
  member: NewMember,
): Promise<Membership> {
  const { db, clock } = parts;
  const ended = new AbortController();
  let state: MemberState = 'up';
  let reached = clock.monotonic();
  const beat = () => sayThere(db, member, state);
  const beatOn = async () => {
    while (!ended.signal.aborted) {
      const began = clock.monotonic();
      try {
        await beat();
        refuseNewer(await versionOf(db), MIGRATIONS);
        await parts.onBeat();
      } catch (error) {
        if (ended.signal.aborted) return;
        if (error instanceof AutodevError && error.code === 'store_newer') parts.outdated(error);
      }
      if (clock.monotonic() - began > BEAT_MS) reached = clock.monotonic();
      await clock.sleep(BEAT_MS, ended.signal).catch(() => {});
    }
  };
  await beat();
  const beating = beatOn();
  return {
    id: member.id,
    reachedSince: () => reached,
    say: async (said) => {
      state = said;
      await beat();
    },
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await beating;
      await db.run('DELETE FROM members WHERE id = ?', member.id);
    },
  };
}

async function sayThere(
  db: Sql,
  { id, kind, host, pid, version, slots }: NewMember,
  state: string,
): Promise<void> {
  await db.run(
    `INSERT INTO members (id, kind, host, pid, version, slots, state) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, seen_at = clock_timestamp()`,
    id,
    kind,
    host,
    pid,
    version,
    slots,
    state,
  );
}

/** Those that nobody heard of for a day are not worth showing. */
export async function forgetSilent(db: Sql): Promise<void> {
  await db.run(`DELETE FROM members WHERE seen_at < clock_timestamp() - interval '1 day'`);
}
