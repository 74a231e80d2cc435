import type { Issue } from '../../../work/issue.ts';
import { isPull, type Pull } from '../../../work/pull.ts';
import { contentHash } from './content.ts';
import type { History } from '../steps/history.ts';
import type { FrozenInput } from './input.ts';
import { pushed } from '../../step-results.ts';

/** What people did to an item since its run was frozen, or undefined when it is as it was. Pure. */
export function changedSince(
  now: Issue | Pull,
  input: FrozenInput,
  done: History,
): { closed: boolean; reason: string } | undefined {
  if (now.state !== 'open')
    return { closed: true, reason: isPull(now) && now.merged ? 'it was merged' : 'it was closed' };
  if (contentHash(now) !== input.contentHash)
    return { closed: false, reason: 'its title or text was edited' };
  if (isPull(now) && now.base.ref !== input.baseRef)
    return { closed: false, reason: 'it was given another base branch' };
  const expected = expectedHead(input, done);
  if (isPull(now) && expected !== undefined && now.head.sha !== expected)
    return { closed: false, reason: 'somebody pushed to the branch' };
  return undefined;
}

/** Whether two frozen inputs are of the same text and the same head; what else was said or set meanwhile apart. */
export function sameItem(a: FrozenInput, b: FrozenInput): boolean {
  return a.contentHash === b.contentHash && headOf(a) === headOf(b);
}

/** The head we work on: the frozen one, or the one we pushed last ourselves. */
function expectedHead(input: FrozenInput, done: History): string | undefined {
  const last = done.steps.findLast((step) => step.name === 'push');
  return pushed.safeParse(last?.result).data?.sha ?? headOf(input);
}

function headOf(input: FrozenInput): string | undefined {
  return 'headSha' in input && typeof input.headSha === 'string' ? input.headSha : undefined;
}
