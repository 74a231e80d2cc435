import type { Sql } from '../../store/sql/database.ts';

/** Who may write for something: for a work item, or as the leader. Taking it over raises the epoch. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly epoch: number;
}

export const LEADER = 'leader';

export async function takeLease(tx: Sql, name: string, owner: string): Promise<Lease> {
  const row = await tx.get<{ epoch: number }>(
    `INSERT INTO leases (name, owner, epoch) VALUES (?, ?, 1)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = leases.epoch + 1, taken_at = clock_timestamp()
     RETURNING epoch`,
    name,
    owner,
  );
  return { name, owner, epoch: row?.epoch ?? 0 };
}

/**
 * Whether it is still held. In a transaction it stays so until the end: whoever wants to take it over waits for that,
 * so that nothing is written under a lease that somebody else holds.
 */
export async function isHeld(tx: Sql, { name, owner, epoch }: Lease): Promise<boolean> {
  const row = await tx.get(
    'SELECT 1 AS held FROM leases WHERE name = ? AND owner = ? AND epoch = ? FOR SHARE',
    name,
    owner,
    epoch,
  );
  return row !== undefined;
}

/** Nobody's from now on: it is free for whoever asks next. Its epoch stays, so that it is never held twice as the same. */
export async function giveUpLease(db: Sql, { name, owner, epoch }: Lease): Promise<void> {
  await db.run("UPDATE leases SET owner = '' WHERE name = ? AND owner = ? AND epoch = ?", name, owner, epoch);
}

/** Begins every write for what a lease is about. */
export function leaseFence(lease: Lease, refusal: () => Error): (tx: Sql) => Promise<void> {
  return async (tx) => {
    if (!(await isHeld(tx, lease))) throw refusal();
  };
}
