import { z } from 'zod';

const counts = z.record(z.string(), z.number().int());

const repositoryStatus = z.object({
  name: z.string(),
  enabled: z.boolean(),
  origin: z.enum(['command', 'config', 'taken_out']),
  queued: z.number().int(),
  running: z.number().int(),
  done: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  cost_today_usd: z.number(),
  last_scan: z.string().nullable(),
  /** Why the last look at it failed; null when it did not. */
  last_error: z.string().nullable().default(null),
});
export type RepositoryStatus = z.infer<typeof repositoryStatus>;

/** What `autodev status` tells, the same whether a daemon answers or the store is read. */
export const status = z.object({
  schema_version: z.literal(1),
  daemon: z.object({
    /** `unresponsive`: its process is there, but it does not answer. `standby`: another coordinator leads the cluster. */
    state: z.enum(['running', 'paused', 'standby', 'stopping', 'stopped', 'unresponsive']),
    version: z.string(),
    pid: z.number().int().nullable(),
    started_at: z.string().nullable(),
    uptime_secs: z.number().nullable(),
    home: z.string(),
    /** A person paused it; remembered over restarts. */
    paused: z.boolean().default(false),
    /** Why the changed config.yaml was refused; the last good one is in force. */
    config_refused: z.string().nullable().default(null),
  }),
  /** Queue depth per type and phase; in memory only, so all zero when the daemon is down. */
  queue: z.record(z.string(), counts),
  running: z.number().int(),
  /** Items in no queue that go on by themselves: at their time, when another is ready, or because they were answered. */
  waiting: z.number().int(),
  /** No daemon runs: what the last one had begun or queued, and the next one takes up again. */
  interrupted: z.number().int().default(0),
  /** Agents that cannot work now, and until when; `told`: the provider said so, else it is asked again then. */
  resting: z
    .array(
      z.object({
        agent: z.string(),
        reason: z.string(),
        because: z.string(),
        since: z.string(),
        until: z.string(),
        told: z.boolean(),
      }),
    )
    .default([]),
  /** Keys of the configuration that have no effect, in words. */
  not_in_force: z.array(z.string()).default([]),
  /** Questions that wait for a person. */
  questions: z.number().int(),
  /** Commands that were left and wait for a daemon. */
  pending_commands: z.number().int(),
  /** How many issues and pull requests carry each of our labels, as the scans saw them. */
  labels: z.object({
    'autodev:wip': z.number().int(),
    'autodev:done': z.number().int(),
    'autodev:skip': z.number().int(),
  }),
  costs: z.object({ today_usd: z.number(), per_day_usd: z.number().nullable() }),
  repositories: z.array(repositoryStatus),
  /** The processes of a cluster; absent for one machine alone. */
  machines: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(['coordinator', 'worker']),
        host: z.string(),
        pid: z.number().int(),
        version: z.string(),
        slots: z.number().int(),
        state: z.enum(['up', 'leading', 'draining', 'silent']),
        seen_secs_ago: z.number(),
        works: z.array(z.string()),
      }),
    )
    .optional(),
  /** The newest event when this was told: a follower goes on after it. */
  seq: z.number().int(),
});
export type Status = z.infer<typeof status>;
