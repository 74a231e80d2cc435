import type { Clock } from '../../host/clock.ts';
import type { SqlDatabase } from '../../store/sql/database.ts';
import { isHeld, LEADER, takeLease, type Lease } from './leases.ts';
import { SETTLED_MS, SILENT_SECS, type Membership } from './members.ts';

const LOOK_MS = 1_000;

/** Waits until this coordinator leads. Undefined: it was told to stop first. */
export async function lead(
  parts: { db: SqlDatabase; clock: Clock; member: Pick<Membership, 'id' | 'reachedSince'> },
  stop: AbortSignal,
): Promise<Lease | undefined> {
  const { db, clock, member } = parts;
  while (!stop.aborted) {
    const settled = clock.monotonic() - member.reachedSince() >= SETTLED_MS;
    const lease = await db.transaction(async (tx) => {
      await tx.alone('election');
      const row = await tx.get<{ owner: string; silent: number }>(
        `SELECT leases.owner, coalesce(extract(epoch FROM clock_timestamp() - members.seen_at), 1e9)::float8 AS silent
         FROM leases LEFT JOIN members ON members.id = leases.owner WHERE leases.name = ?`,
        LEADER,
      );
      // One that left in good order is no member any more. One that fell silent may only seem so after an outage.
      const free = row === undefined || row.silent >= 1e9 || (settled && row.silent > SILENT_SECS);
      return free ? takeLease(tx, LEADER, member.id) : undefined;
    });
    if (lease !== undefined) return lease;
    await clock.sleep(LOOK_MS, stop).catch(() => {});
  }
  return undefined;
}

/** Whether this coordinator still leads. A database that is away answers nobody else either. */
export function stillLeads(db: SqlDatabase, lease: Lease): Promise<boolean> {
  return isHeld(db, lease);
}
