import type { Question } from '../../store/tables/questions.ts';
import type { Standing } from '../../work/standings.ts';
import { withdraw } from '../../workflows/engine/questions/answers.ts';
import type { Daemon } from '../daemon.ts';
import type { DaemonParts } from '../parts.ts';

type WithdrawParts = Pick<DaemonParts, 'store' | 'bus'> & Pick<Daemon, 'sayLeft'>;

/**
 * A question that can no longer be answered is asked nowhere any more. The status comment first: a crash in between
 * finds the question still open, and does both again.
 */
export async function withdrawQuestion(
  { store, bus, sayLeft }: WithdrawParts,
  question: Question,
  reason: string,
  standing: Standing = 'skip',
): Promise<void> {
  await sayLeft(question.work, standing, `its question was withdrawn: ${reason}`);
  await withdraw(store, question, reason, bus.emit);
}
