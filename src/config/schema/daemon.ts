import { z } from 'zod';
import { hours, path, port, seconds } from './values.ts';

const WINDOW =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:-(?:mon|tue|wed|thu|fri|sat|sun))? )?(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

export const DaemonSchema = z.strictObject({
  tick_interval_secs: seconds.default(10).describe('how often the loop looks for something to do'),
  reconcile_window_hours: hours.default(24).describe('how far a start looks back behind the last scan'),
  log_dir: path.optional().describe('folder of the daily logs; AUTODEV_HOME/logs when absent'),
  log_retention_days: z.int().min(1).default(30).describe('older logs are deleted'),
  daily_report_hour: z
    .int()
    .min(0)
    .max(23)
    .default(6)
    .describe("local hour of the daily report of yesterday's work"),
  max_concurrent: z.int().min(1).default(3).describe('work items that run at once'),
  max_concurrent_per_repo: z
    .int()
    .min(1)
    .default(2)
    .describe('work items of one repository that run at once'),
  retry_base_secs: seconds
    .default(60)
    .describe('wait after the first failure of an item; each further one waits four times as long'),
  worktree_ttl_hours: hours.default(72).describe('how long the worktree of a failed item is kept'),
  drain_secs: z
    .number()
    .min(0)
    .default(30)
    .describe('time running sessions get to end when the daemon stops'),
  claim_ttl_hours: hours
    .default(6)
    .describe('an item claimed by another daemon that is silent this long is free again'),
  active_hours: z
    .array(z.string().regex(WINDOW, '"HH:MM-HH:MM" or "mon-fri HH:MM-HH:MM"'))
    .default([])
    .describe('local times in which new work begins, such as "mon-fri 09:00-18:00"; empty means always'),
  webhook: z
    .strictObject({
      port: port.optional().describe('port the receiver listens on; absent means no receiver'),
      host: z.string().min(1).default('127.0.0.1').describe('address the receiver listens on'),
      secret_file: path
        .optional()
        .describe('file with the secret that signs the deliveries; needed with a port'),
    })
    .prefault({})
    .describe("receiver of the forge's webhooks, which only make a scan happen earlier"),
  web: z
    .strictObject({
      port: z
        .int()
        .min(0)
        .max(65_535)
        .default(0)
        .describe('loopback port of the web dashboard where `--port` names none; 0 takes a free one'),
    })
    .prefault({})
    .describe('the web dashboard, which `autodev dashboard --web` opens'),
});

/** The daemon's settings with every value settled. */
export type DaemonConfig = z.output<typeof DaemonSchema> & { log_dir: string };
