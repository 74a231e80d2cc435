import { workId } from '../../../work/ids.ts';
import type { WorkContext } from '../../engine/steps/context.ts';
import { unsettledInput } from '../../engine/input/read-input.ts';
import { Dropped } from '../../engine/stops/interruptions.ts';
import { PROMPTS_VERSION } from '../../prompt.ts';
import { PER_TASK } from '../facts/task-name.ts';
import { doneTask } from './find.ts';
import { perTaskInput, type PerTaskInput } from './input.ts';

export async function freezePerTask(
  { repo, number }: { repo: string; number: number },
  { store, forge, settings }: WorkContext,
): Promise<PerTaskInput> {
  const done = await doneTask(store, repo, number);
  if (done === undefined) throw new Dropped('its task is not done');
  const { defaultBranch: baseRef } = await forge.repository(repo);
  // A base that moved is no reason to pay again.
  const earlier = (await unsettledInput(store, workId(PER_TASK, repo, number), perTaskInput))?.input;
  return {
    repo,
    number,
    title: `lessons of ${done.task}:${number}`,
    author: '',
    contentHash: '',
    baseRef,
    baseSha: earlier?.baseSha ?? (await forge.branch(repo, baseRef)) ?? '',
    task: done.task,
    doneAt: done.at,
    language: settings.language,
    versions: { prompts: PROMPTS_VERSION },
    lesson: null,
  };
}
