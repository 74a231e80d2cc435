import { z } from 'zod';

const answer = z.object({
  hookSpecificOutput: z.union([
    z.object({ permissionDecisionReason: z.string() }).transform((said) => ({ ...said, instead: null })),
    z
      .object({ updatedInput: z.object({ command: z.string() }) })
      .transform((said) => ({ permissionDecisionReason: null, instead: said.updatedInput.command })),
  ]),
});

/** Why the hook refused, or the command that it put in the place of the one it was asked about. */
export function answerIn(said: string): { reason: string | null; instead: string | null } {
  if (said === '') return { reason: null, instead: null };
  const { permissionDecisionReason: reason, instead } = answer.parse(JSON.parse(said)).hookSpecificOutput;
  return { reason, instead };
}
