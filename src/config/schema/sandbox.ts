import { z } from 'zod';

export const SandboxSchema = z.strictObject({
  mode: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'auto: the processes of agents are contained by bubblewrap where it works; required: nothing runs without it; off: never',
    ),
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
    .describe("hosts that agents may reach besides the model's"),
  allow_unsandboxed_public: z
    .boolean()
    .default(false)
    .describe(
      'work unattended on public repositories although the files and the network of agents are not shut off',
    ),
});

export type SandboxConfig = z.output<typeof SandboxSchema>;
