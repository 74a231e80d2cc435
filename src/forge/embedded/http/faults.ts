import { z } from 'zod';

/** A fault on demand, for tests of what a client does when the forge misbehaves. */
export const faultSchema = z.object({
  kind: z.enum(['status', 'slow', 'cut', 'lost', 'mergeable_null']),
  /** Only requests of this method; all when absent. */
  method: z.string().optional(),
  /** Only paths that contain this text. */
  path: z.string().default(''),
  /** How many requests it strikes. */
  times: z.int().min(1).default(1),
  status: z.int().min(400).max(599).default(503),
  message: z.string().default('Fault on demand'),
  headers: z.record(z.string(), z.string()).default({}),
  delayMs: z.int().min(0).default(1_000),
});

export type Fault = z.infer<typeof faultSchema>;

export interface Faults {
  add(fault: z.input<typeof faultSchema>): void;
  clear(): void;
  /** The fault that strikes this request, if any; it is used up by that. */
  strike(method: string, path: string, kinds: readonly Fault['kind'][]): Fault | undefined;
}

export function openFaults(): Faults {
  let waiting: Fault[] = [];
  return {
    add: (fault) => void waiting.push(faultSchema.parse(fault)),
    clear: () => void (waiting = []),
    strike: (method, path, kinds) => {
      const found = waiting.find(
        (fault) =>
          kinds.includes(fault.kind) &&
          (fault.method === undefined || fault.method.toUpperCase() === method) &&
          path.includes(fault.path),
      );
      if (found === undefined) return undefined;
      found.times -= 1;
      if (found.times === 0) waiting = waiting.filter((fault) => fault !== found);
      return found;
    },
  };
}
