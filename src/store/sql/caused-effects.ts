import type { LedgerRow } from '../chain/chain.ts';
import type { CausedEffect } from '../tables/effects.ts';

export interface CausedRow extends LedgerRow {
  seq: number | null;
  step: string | null;
  round: number | null;
  session: string | null;
  agent: string | null;
}

export const causedFrom = (row: CausedRow): CausedEffect => ({
  run: row.run_id,
  key: row.key,
  intent: readable(row.intent),
  status: row.status,
  result: readable(row.result ?? 'null'),
  createdAt: row.created_at,
  work: row.work_id,
  kind: row.kind,
  doneAt: row.done_at,
  seq: row.seq,
  step: row.step,
  round: row.round,
  session: row.session,
  agent: row.agent,
});

/** A row that somebody changed is to be shown, whatever they made of it. */
function readable(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * The step is the one that was under way when the effect was done. Carried steps keep the time they first began, so
 * that a session of an earlier run whose work is published by this one is found too.
 */
export const CAUSED = `
  SELECT effects.*, first.seq, steps.name AS step, steps.round, sessions.id AS session, sessions.command AS agent
  FROM effects
  LEFT JOIN (SELECT run_id, key, min(seq) AS seq FROM effect_chain GROUP BY run_id, key) AS first
    ON first.run_id = effects.run_id AND first.key = effects.key
  LEFT JOIN steps ON steps.rowid = (
    SELECT rowid FROM steps AS under_way
    WHERE under_way.run_id = effects.run_id AND carried_from IS NULL
      AND started_at <= coalesce(effects.done_at, effects.created_at)
      AND (finished_at IS NULL OR finished_at >= coalesce(effects.done_at, effects.created_at))
    ORDER BY started_at DESC LIMIT 1)
  LEFT JOIN consumer_logs AS sessions ON sessions.rowid = (
    SELECT rowid FROM consumer_logs AS before
    WHERE before.item_key = effects.work_id AND before.finished_at <= effects.created_at
      AND before.started_at >= (SELECT min(started_at) FROM steps WHERE run_id = effects.run_id)
    ORDER BY before.started_at DESC LIMIT 1)
  ORDER BY first.seq IS NULL, first.seq, effects.created_at`;
