import type { Forge } from '../../forge/forge.ts';

/** What only looks. Everything else, also what is added to the forge one day, is taken for a write. */
const READS: ReadonlySet<string> = new Set([
  'viewer',
  'repository',
  'permission',
  'openIssues',
  'openPulls',
  'labelled',
  'issue',
  'pull',
  'pullsFrom',
  'pullsInto',
  'blockedBy',
  'subIssues',
  'parentIssue',
  'comments',
  'reviews',
  'reviewComments',
  'reviewThreads',
  'reactions',
  'files',
  'checks',
  'checkHistory',
  'checkLog',
  'requiredChecks',
  'isProtected',
  'events',
  'labelHistory',
  'branch',
  'gitAccess',
]);

type Call = (...args: unknown[]) => Promise<unknown>;

/** The forge as a coordinator writes to it: it asks before each write whether it still leads. */
export function leadingForge(forge: Forge, mayWrite: () => Promise<void>): Forge {
  const guarded = Object.entries(forge).map(([name, call]: [string, unknown]) => {
    if (READS.has(name) || !isCall(call)) return [name, call];
    const write: Call = async (...args) => {
      await mayWrite();
      return call(...args);
    };
    return [name, write];
  });
  return { ...forge, ...Object.fromEntries(guarded) };
}

const isCall = (value: unknown): value is Call => typeof value === 'function';
