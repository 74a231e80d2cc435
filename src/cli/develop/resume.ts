import { AutodevError } from '../../work/errors.ts';
import { projectWithState } from '../../workflows/develop/state/place.ts';
import { resumeFrom, type Resume } from '../../workflows/develop/state/resume.ts';
import type { DevelopState } from '../../workflows/develop/state/state.ts';
import type { Input } from '../command.ts';
import { stateAndNext, stateLines, tell } from './tell.ts';

export async function run(input: Input): Promise<void> {
  const [{ noWorkflow }, { startWorkflow }, { readState }, { callerOf }] = await Promise.all([
    import('../../workflows/develop/caller.ts'),
    import('../../workflows/develop/state/start.ts'),
    import('../../workflows/develop/state/state-file.ts'),
    import('./caller.ts'),
  ]);
  const caller = callerOf(input);
  if (input.flag('continue') && input.flag('restart'))
    throw new AutodevError('usage', 'choose --continue or --restart, not both');
  const root = await projectWithState(caller.cwd);
  const state = root === undefined ? undefined : await readState(root);
  const resume = resumeFrom(state);
  if (state === undefined || resume.kind === 'new') throw noWorkflow();
  if (resume.kind === 'done') {
    tell(
      input,
      { root, state, resume },
      `${JSON.stringify(state.feature)} is done. Begin the next with \`autodev develop start\`.`,
    );
    return;
  }
  const choice = await choose(input, state);
  if (choice === 'restart') {
    const started = await startWorkflow(caller, state.feature || 'unnamed work', {
      ignore: false,
      anew: true,
    });
    tell(
      input,
      { ...started, resume: resumeFrom(started.state), choice },
      `From the start.\n${stateAndNext(started.state)}`,
    );
    return;
  }
  tell(input, { root, state, resume, choice }, `${stateLines(state)}\n${nextLine(resume)}`);
}

async function choose(input: Input, state: DevelopState): Promise<'continue' | 'restart'> {
  if (input.flag('continue')) return 'continue';
  if (input.flag('restart')) return 'restart';
  if (!input.io.inIsTerminal) {
    throw new AutodevError('usage', 'say whether to go on or to begin again', {
      why: `${JSON.stringify(state.feature)} is in ${state.phase}, and nobody is here to be asked`,
      hint: 'autodev develop resume --continue | --restart',
    });
  }
  input.io.err(`${stateLines(state)}\n`);
  const answer = await input.io.ask('Go on (c) or from the start (r)? [c] ');
  if (answer === undefined) throw new AutodevError('interrupted', 'nothing was chosen');
  return /^r/i.test(answer.trim()) ? 'restart' : 'continue';
}

function nextLine(resume: Resume & { kind: 'go_on' }): string {
  if (resume.restartsPhase) return `Next: ${resume.phase} begins again.`;
  const skipped = resume.skipped.length === 0 ? '' : ` Passed and skipped: ${resume.skipped.join(', ')}.`;
  const left = resume.escalated.length === 0 ? '' : ` Left to a person: ${resume.escalated.join(', ')}.`;
  const [stuck] = resume.escalated;
  if (resume.checkpoint === null && stuck !== undefined)
    return `Next: mend what stands in the way of ${stuck}, then \`autodev develop checkpoint ${stuck} start\`.${skipped}${left}`;
  if (resume.checkpoint === null)
    return `Next: every checkpoint is settled; \`autodev develop verify\`.${skipped}${left}`;
  const { id, iteration, running } = resume.checkpoint;
  return `Next: checkpoint ${id}, ${running ? `attempt ${iteration} of 3` : 'not started yet'}.${skipped}${left}`;
}
