import { join } from 'node:path';
import { isoSeconds } from '../../../host/clock.ts';
import { remove, writeAtomic } from '../../../host/fs/files.ts';
import { readCapped } from '../../../host/fs/plain-file.ts';
import { AutodevError } from '../../../work/errors.ts';
import { newState } from '../decide.ts';
import type { Caller } from '../caller.ts';
import { heldIn } from '../gates/gates.ts';
import { FOLDER, projectRoot, projectWithState, stateFile } from './place.ts';
import { snapshot } from './snapshot.ts';
import { refusingShutIn } from './shut-in.ts';
import { changeState } from './state-file.ts';
import type { DevelopState } from './state.ts';
import { writeTrail } from '../gates/trail.ts';

export interface Started {
  root: string;
  file: string;
  state: DevelopState;
  /** The feature of a finished workflow that was there before. */
  replaced: string | null;
}

/** Begins a piece of work in DESIGN. One that is still under way is not overwritten, unless it is to start anew. */
export async function startWorkflow(
  caller: Caller,
  feature: string,
  options: { ignore: boolean; anew?: boolean },
): Promise<Started> {
  const { host, home } = caller;
  if (feature.trim() === '') throw new AutodevError('invalid_input', 'the feature needs a few words');
  const root = (await projectWithState(caller.cwd)) ?? (await projectRoot(caller.cwd));
  let replaced: string | null = null;
  if (options.ignore) await ignoreFolder(root);
  const state = await changeState(root, host, async (before) => {
    if (before !== undefined) {
      if (before.phase !== 'DONE' && options.anew !== true) throw underWay(before);
      const shut = heldIn(before.phase).filter((gate) => !before.gates[gate]);
      if (caller.agent && shut.length > 0) {
        throw new AutodevError(
          'gate_closed',
          `an agent does not start anew while ${shut.join(', ')} is closed`,
          {
            hint: 'a person can do it in a terminal: autodev develop resume --restart',
          },
        );
      }
      replaced = before.feature;
    }
    const now = isoSeconds(host.clock.now());
    const fresh = newState(feature.trim(), now);
    const begun = { kind: 'start' as const, at: now, ...(await snapshot(host, root, home)) };
    await writeTrail(home, { root, feature: fresh.feature, started_at: now, entries: [begun] });
    return fresh;
  });
  return { root, file: stateFile(root), state: state as DevelopState, replaced };
}

function underWay(state: DevelopState): AutodevError {
  return new AutodevError(
    'already_running',
    `a workflow is under way: ${JSON.stringify(state.feature)} in ${state.phase}`,
    {
      hint: 'go on with `autodev develop resume --continue`, or from the start with `autodev develop resume --restart`',
    },
  );
}

/** The state belongs to this working copy alone. */
async function ignoreFolder(root: string): Promise<void> {
  const path = join(root, '.gitignore');
  const text = (await readCapped(path, { cap: 4 * 1024 * 1024 })) ?? '';
  if (text.split(/\r?\n/).some((line) => /^\/?\.develop-workflow\/?\s*$/.test(line))) return;
  await writeAtomic(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${FOLDER}/\n`);
}

/** Forgets the workflow, whatever its file looks like. For people. */
export async function resetWorkflow(caller: Caller): Promise<string | undefined> {
  const root = await projectWithState(caller.cwd);
  if (root === undefined) return undefined;
  await refusingShutIn('the workflow state', () => remove(join(root, FOLDER)));
  return root;
}
