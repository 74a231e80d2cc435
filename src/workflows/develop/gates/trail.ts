import { basename, join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../../host/fs/files.ts';
import { readCapped } from '../../../host/fs/plain-file.ts';
import { AutodevError, messageOf } from '../../../work/errors.ts';
import { hashOf } from '../../engine/input/freeze.ts';
import { GATES, type GateName } from './gates.ts';
import { checkpointPlan } from '../checkpoints/plan.ts';
import { PHASES, type DevelopState } from '../state/state.ts';

/** What happened in a workflow, kept in AUTODEV_HOME, out of the agent's reach: each entry names the tree it speaks of. */
const seen = { at: z.string(), commit: z.string().nullable(), tree: z.string().nullable() };
const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), ...seen }),
  z.object({ kind: z.literal('phase'), ...seen, from: z.enum(PHASES), to: z.enum(PHASES) }),
  z.object({
    kind: z.literal('gate'),
    ...seen,
    gate: z.enum(GATES),
    open: z.boolean(),
    by: z.enum(['verdict', 'person', 'program']),
    evidence: z.unknown(),
  }),
]);
export type TrailEntry = z.infer<typeof entry>;
const trailSchema = z.object({
  root: z.string(),
  feature: z.string(),
  started_at: z.string(),
  plan: z.array(checkpointPlan).optional(),
  /** Files of the project that a plan was read from: they are documents, whatever their ending. */
  plan_files: z.array(z.string()).optional(),
  entries: z.array(entry),
});
export type Trail = z.infer<typeof trailSchema>;

const LARGEST = 16 * 1024 * 1024;

/** One file per workflow: project and start tell which. */
function trailFile(home: string, root: string, startedAt: string): string {
  const name = basename(root)
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .slice(0, 40);
  const start = startedAt.replaceAll(/[^0-9]/g, '').slice(0, 17);
  return join(home, 'develop', `${name}-${hashOf(root).slice(0, 12)}`, `${start}.json`);
}

/** Undefined for a workflow that the program did not start: then the booleans of the file are all there is. */
export async function readTrail(home: string, root: string, state: DevelopState): Promise<Trail | undefined> {
  if (state.started_at === undefined) return undefined;
  const path = trailFile(home, root, state.started_at);
  try {
    const text = await readCapped(path, { cap: LARGEST });
    if (text === undefined) return undefined;
    return trailSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new AutodevError('invalid_input', `${path} cannot be read`, {
      why: messageOf(error),
      hint: 'without it the gates cannot be checked; start the workflow anew',
    });
  }
}

export async function writeTrail(home: string, trail: Trail): Promise<string> {
  const path = trailFile(home, trail.root, trail.started_at);
  await writeAtomic(path, `${JSON.stringify(trail, null, 2)}\n`, 0o600);
  return path;
}

/** The last word on a gate, if anybody has said one. */
export function lastWord(trail: Trail, gate: GateName): (TrailEntry & { kind: 'gate' }) | undefined {
  return trail.entries.findLast(
    (one): one is TrailEntry & { kind: 'gate' } => one.kind === 'gate' && one.gate === gate,
  );
}
