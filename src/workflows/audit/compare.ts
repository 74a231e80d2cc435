import type { CausedEffect } from '../../store/tables/effects.ts';
import { isWorkId, parseWorkId } from '../../work/ids.ts';
import { close, merge, push, retarget, status } from './commits.ts';
import type { Reads } from './reads.ts';
import { comment, issue, pull, reply, review } from './texts.ts';
import { unchecked, type Question, type Verdict } from './verdict.ts';

const COMPARED = new Map<string, (question: Question) => Promise<Verdict>>([
  ['push', push],
  ['pull', pull],
  ['issue', issue],
  ['comment', comment],
  ['review', review],
  ['reply', reply],
  ['status', status],
  ['merge', merge],
  ['retarget', retarget],
  ['close', close],
]);

/** What the forge shows of an effect now, found by the same key by which the ledger finds it again. */
export async function compareEffect(
  effect: CausedEffect,
  at: { ledger: readonly CausedEffect[]; reads: Reads; logins: readonly string[] },
): Promise<Verdict> {
  if (effect.status !== 'done') return unchecked('it was announced and never confirmed');
  const compare = COMPARED.get(effect.kind);
  if (compare === undefined) return unchecked('it leaves nothing on the forge to compare');
  if (!isWorkId(effect.work)) return unchecked('its item has no readable name');
  const { repo, number } = parseWorkId(effect.work);
  return compare({ ...at, effect, repo, number });
}
