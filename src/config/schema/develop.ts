import { z } from 'zod';

export const DevelopSchema = z.strictObject({
  mcp_tools: z
    .array(
      z
        .string()
        .regex(/^mcp__[\w*-]+$/, 'a tool as Claude Code names it, such as mcp__docs__search or mcp__docs__*'),
    )
    .default([])
    .describe(
      'tools of MCP servers that only read: while a gate of develop-workflow is closed, no other tool of a server is let through; * stands for anything',
    ),
  loopback_ports: z
    .array(z.int().min(1).max(65_535))
    .default([])
    .describe(
      'services of this machine that commands reach while a gate is closed, beside databases that run as a user of their own: one that runs as you could write or push for them',
    ),
});
