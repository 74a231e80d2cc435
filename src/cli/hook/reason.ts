import { z } from 'zod';

const answer = z.object({ hookSpecificOutput: z.object({ permissionDecisionReason: z.string() }) });

/** Why the hook refuses, from what it printed; it prints nothing where it does not. */
export function reasonIn(said: string): string | null {
  return said === '' ? null : answer.parse(JSON.parse(said)).hookSpecificOutput.permissionDecisionReason;
}
