import { answerWith } from '../../api/control/answer-with.ts';
import { oneLine } from '../../render/one-line.ts';
import type { Leaving } from '../../store/tables/runs.ts';
import { LABEL } from '../../work/labels.ts';
import { STANDINGS } from '../../work/standings.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { words } from '../../workflows/words.ts';
import { hold } from '../claims/hold.ts';
import { mustHold, writeStatus } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import type { LeaveParts } from './leave.ts';
import type { WatchedRepo } from '../parts.ts';
import { settleLeft } from './settle-left.ts';

/**
 * An item leaves with a question: labels first, then its run is set aside – a crash between the two only leaves it
 * once more. No slot is held while it waits, and its failures stay counted. True when it was answered meanwhile.
 */
export async function leaveAsking(
  parts: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  { run, question }: Advance & { kind: 'question' },
): Promise<boolean> {
  const { store, host } = parts;
  const reason = `asks: ${oneLine(question.text)}`;
  await mustHold(parts, item);
  const leaving: Leaving = { outcome: 'skip', reason, question: question.id };
  await store.runs.leave(run.id, leaving);
  await setLabels(parts, item.id, STANDINGS.question.labels);
  const w = words(repo.language);
  const how = `\`${answerWith({ ...question, work: item.id })}\``;
  await writeStatus(parts, item, `${w.status(w.asks(oneLine(question.text)))}\n\n${how}`, false);
  await settleLeft(parts, run, leaving, host.clock.now() - item.queuedAt);
  // Answered while it was leaving: the label that the answer took away has been put back by us.
  const now = await store.questions.get(question.id);
  if (now === undefined || now.answer === null) return false;
  await hold(parts, repo.language, item.id);
  await setLabels(parts, item.id, { remove: [LABEL.skip] });
  return true;
}
