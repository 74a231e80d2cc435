import type { Forge } from '../../forge/forge.ts';
import type { Store } from '../../store/store.ts';
import { workId } from '../../work/ids.ts';
import { hashOf } from '../engine/input/freeze.ts';
import type { RepoSettings } from '../engine/settings.ts';
import { isOurs, marker } from '../marker.ts';

/** Everything an approval of ours belongs to. For any other pull request, head, base or rules there is none. */
export interface ApprovalFor {
  repo: string;
  number: number;
  sha: string;
  baseRef: string;
}

type Reads = { forge: Pick<Forge, 'requiredChecks' | 'reviews' | 'comments'>; settings: RepoSettings };

const keyOf = ({ repo, number }: ApprovalFor) => `approval ${workId('pr', repo, number)}`;

/**
 * The hidden line that names what is approved. A status alone cannot: it belongs to a commit, and two pull requests may
 * have the same one.
 */
export async function approvalMark(at: ApprovalFor, { forge, settings }: Reads): Promise<string> {
  const { repo, number, sha, baseRef } = at;
  const rules = {
    accept: settings.merge.accept,
    requireCi: settings.merge_require_ci,
    requiredChecks: settings.merge.required_checks,
    protection: await forge.requiredChecks(repo, baseRef),
  };
  return marker(
    'approved',
    `${workId('pr', repo, number)}@${sha}/${hashOf({ baseRef, rules }).slice(0, 16)}`,
  );
}

/** The same line as it stands in what we published: what is remembered is what was said, whatever the rules are by now. */
export function approvalIn(body: string): string | null {
  return body.match(/<!-- autodev:approved [^\n>]+ -->/g)?.at(-1) ?? null;
}

/** Remembered here too: people with write access can edit what we wrote on the forge. */
export async function rememberApproval(store: Store, at: ApprovalFor, mark: string | null): Promise<void> {
  await store.meta.set(keyOf(at), mark ?? '');
}

/**
 * Whether we approved exactly this: `given` when the store and a review or comment of ours on this pull request both say
 * so; `other` when what we approved last was something else.
 */
export async function ourApproval(
  at: ApprovalFor,
  from: Reads & { store: Store; logins: readonly string[] },
): Promise<'given' | 'other' | 'none'> {
  const { forge, store, logins } = from;
  const stored = (await store.meta.get(keyOf(at))) ?? '';
  if (stored === '') return 'none';
  const mark = await approvalMark(at, from);
  if (stored !== mark) return 'other';
  const said = [...(await forge.reviews(at.repo, at.number)), ...(await forge.comments(at.repo, at.number))];
  return said.some((text) => isOurs(text, mark, logins)) ? 'given' : 'none';
}
