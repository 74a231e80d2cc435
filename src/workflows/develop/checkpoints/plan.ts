import { z } from 'zod';
import { AutodevError } from '../../../work/errors.ts';

const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'expected letters, digits, ".", "_" and "-"');

/** One testable part of an implementation with its own validation command. */
export const checkpointPlan = z.object({
  id,
  description: z.string().min(1),
  interface: z.array(z.string()).default([]),
  tests: z.array(z.string()).default([]),
  /** Files it will change, where the design names them. */
  files: z.array(z.string()).default([]),
  validation: z.object({
    /** Words of a command, or one line of them; never a shell line. */
    command: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    /** `exit N`, or text that the output must hold. Without it: exit 0. */
    expected: z.union([z.string(), z.int()]).optional(),
  }),
  dependencies: z.array(id).default([]),
});
export type CheckpointPlan = z.infer<typeof checkpointPlan>;
export const planSchema = z.object({ checkpoints: z.array(checkpointPlan).min(1).max(50) });

/** Reads the checkpoints of a design: a JSON file, or the first ```json block of a Markdown file that has some. */
export function parsePlan(text: string, name: string): CheckpointPlan[] {
  const problem = (why: string) =>
    new AutodevError('invalid_input', `${name} holds no plan that can be used`, {
      why,
      hint: 'a plan is {"checkpoints": [{"id", "description", "validation": {"command"} …}]}, also as a ```json block of the design document',
    });
  const blocks = /\.jsonc?$/i.test(name)
    ? [text]
    : [...text.matchAll(/^```json\s*\n([\s\S]*?)^```\s*$/gm)].map((match) => match[1] ?? '');
  for (const block of blocks) {
    let json: unknown;
    try {
      json = JSON.parse(block);
    } catch (error) {
      if (!block.includes('"checkpoints"')) continue;
      throw problem(`its JSON cannot be read: ${String(error)}`);
    }
    const listed: unknown = Array.isArray(json) ? { checkpoints: json } : json;
    if (typeof listed !== 'object' || listed === null || !('checkpoints' in listed)) continue;
    const parsed = planSchema.safeParse(listed);
    if (!parsed.success) throw problem(z.prettifyError(parsed.error));
    const wrong = planProblem(parsed.data.checkpoints);
    if (wrong !== undefined) throw problem(wrong);
    return parsed.data.checkpoints;
  }
  throw problem('it has no block with checkpoints');
}

/** Every file and test that a plan names. */
export function plannedFiles(plan: readonly CheckpointPlan[]): string[] {
  return plan.flatMap(({ files, tests }) => [...files, ...tests]);
}

/** What keeps a plan from being worked off, or undefined. */
export function planProblem(plan: readonly CheckpointPlan[]): string | undefined {
  const ids = plan.map((checkpoint) => checkpoint.id);
  const twice = ids.find((one, at) => ids.indexOf(one) !== at);
  if (twice !== undefined) return `checkpoint ${twice} is there twice`;
  for (const checkpoint of plan) {
    const unknown = checkpoint.dependencies.find((one) => !ids.includes(one));
    if (unknown !== undefined) return `${checkpoint.id} depends on ${unknown}, which is not there`;
  }
  return inOrder(plan) === undefined ? 'its dependencies go in a circle' : undefined;
}

/** The checkpoints so that each comes after what it depends on; undefined when that is impossible. */
export function inOrder(plan: readonly CheckpointPlan[]): CheckpointPlan[] | undefined {
  const left = [...plan];
  const done: CheckpointPlan[] = [];
  while (left.length > 0) {
    const at = left.findIndex((one) => one.dependencies.every((id) => done.some((d) => d.id === id)));
    if (at === -1) return undefined;
    done.push(...left.splice(at, 1));
  }
  return done;
}
