import { z } from 'zod';
import { path } from './values.ts';

export const SandboxSchema = z.strictObject({
  mode: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'auto: agents, and the checks of what they wrote, run in a sandbox of bubblewrap where it works; required: nothing runs without it; off: never',
    ),
  read_paths: z
    .array(path)
    .default([])
    .describe('files and folders of your home that agents may read beside their worktree, such as a tool'),
  write_paths: z
    .array(path)
    .default([])
    .describe('files and folders that agents may change beside their worktree, such as the cache of a tool'),
  allow_hosts: z
    .array(
      z
        .string()
        .regex(
          /^(\*\.)?[A-Za-z0-9.-]+(:\d+)?$/,
          'a host name, such as registry.example.org or *.example.org',
        ),
    )
    .default([])
    .describe(
      "hosts that agents and checks may reach besides the model's, on ports 80 and 443 unless one is written; none by default, package registries included",
    ),
  limits: z
    .strictObject({
      processes: z
        .int()
        .min(64)
        .default(4096)
        .describe('processes and threads at once, of one session or check'),
      memory_mb: z
        .int()
        .min(256)
        .optional()
        .describe("memory of one session or check; three quarters of the machine's unless written"),
      file_mb: z.int().min(1).default(4096).describe('the largest file that may be written'),
    })
    .prefault({})
    .describe('what one sandbox may use of this machine; `autodev doctor` says what holds here'),
  allow_unsandboxed_public: z
    .boolean()
    .default(false)
    .describe('work unattended on public repositories also where agents cannot be put into a sandbox'),
});

export type SandboxConfig = z.output<typeof SandboxSchema>;
