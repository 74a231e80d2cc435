import { dayOfNumber } from '../../../work/day.ts';
import { workId } from '../../../work/ids.ts';
import type { WorkContext } from '../../engine/steps/context.ts';
import { unsettledInput } from '../../engine/input/read-input.ts';
import { Dropped } from '../../engine/stops/interruptions.ts';
import { limitsOf } from '../../publish/patch-limits.ts';
import { PROMPTS_VERSION } from '../../prompt.ts';
import { DAILY } from '../facts/task-name.ts';
import { dailyInput, type DailyInput } from './input.ts';

export async function freezeDaily(
  { repo, number }: { repo: string; number: number },
  { store, forge, settings }: WorkContext,
): Promise<DailyInput> {
  const day = dayOfNumber(number);
  if (day === undefined) throw new Dropped('there is no such day');
  const { defaultBranch: baseRef } = await forge.repository(repo);
  // A base that moved is no reason to pay again.
  const earlier = (await unsettledInput(store, workId(DAILY, repo, number), dailyInput))?.input;
  return {
    repo,
    number,
    title: `report of ${day}`,
    author: '',
    contentHash: '',
    baseRef,
    baseSha: earlier?.baseSha ?? (await forge.branch(repo, baseRef)) ?? '',
    day,
    language: settings.language,
    limits: limitsOf(settings),
    versions: { prompts: PROMPTS_VERSION },
    lesson: null,
  };
}
