import type { Host } from '../../host/host.ts';
import { AutodevError } from '../../work/errors.ts';
import { projectWithState } from './state/place.ts';
import { readState } from './state/state-file.ts';
import type { DevelopState } from './state/state.ts';
import { readTrail, type Trail } from './gates/trail.ts';

/** Who asks, and from where. */
export interface Caller {
  host: Host;
  /** AUTODEV_HOME. */
  home: string;
  cwd: string;
  /** Asked from inside an agent's session or run. */
  agent: boolean;
  /** The words before a command that run it with what the phase leaves open. */
  sandboxRun?: readonly string[];
  signal?: AbortSignal;
}

export interface Open {
  root: string;
  state: DevelopState;
  trail: Trail | undefined;
}

/** The workflow that runs where the caller stands. */
export async function openWorkflow(caller: Caller): Promise<Open> {
  const root = await projectWithState(caller.cwd);
  const state = root === undefined ? undefined : await readState(root);
  if (root === undefined || state === undefined) throw noWorkflow();
  return { root, state, trail: await readTrail(caller.home, root, state) };
}

export function noWorkflow(): AutodevError {
  return new AutodevError('not_found', 'no workflow is running here', {
    why: 'there is no .develop-workflow/state.json from this folder up to the repository',
    hint: 'begin one with `autodev develop start "<feature>"`',
  });
}

export function refuseAgent(caller: Caller, what: string): void {
  if (!caller.agent) return;
  throw new AutodevError('gate_closed', `${what} is for people`, {
    why: 'this runs inside an agent session (AUTODEV_RUN or CLAUDECODE is set), and an agent must not open its own gate',
    hint: 'run it in a terminal of your own',
  });
}
