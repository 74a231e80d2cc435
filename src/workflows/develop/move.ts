import { isAbsolute, join, relative, resolve } from 'node:path';
import { isoSeconds } from '../../host/clock.ts';
import { readCapped } from '../../host/fs/plain-file.ts';
import { AutodevError } from '../../work/errors.ts';
import { enterPhase } from './decide.ts';
import { openWorkflow, noWorkflow, type Caller } from './caller.ts';
import { GATES, SET_BY, type GateName } from './gates/gates.ts';
import { parsePlan, type CheckpointPlan } from './checkpoints/plan.ts';
import { snapshot } from './state/snapshot.ts';
import { changeState } from './state/state-file.ts';
import type { DevelopPhase, DevelopState, Strategy } from './state/state.ts';
import { chooseStrategy } from './checkpoints/strategy.ts';
import { writeTrail } from './gates/trail.ts';
import { voidGates } from './gates/worth.ts';

export interface Moved {
  from: DevelopPhase;
  to: DevelopPhase;
  /** Null when the work is done and the file is gone. */
  state: DevelopState | null;
  closed: GateName[];
}

export interface MoveOptions {
  /** A file of the project with the checkpoints. */
  plan?: string | undefined;
  strategy?: Strategy | undefined;
  /** Whether the agent here can work as a team. */
  teams: boolean;
}

/** Changes the phase where its gates allow it; a gate that is closed ends with `gate_closed`. */
export async function changePhase(caller: Caller, to: DevelopPhase, options: MoveOptions): Promise<Moved> {
  const { host, home } = caller;
  const { root, state: seen, trail } = await openWorkflow(caller);
  const plan = options.plan === undefined ? trail?.plan : await readPlan(caller.cwd, options.plan);
  const planned = {
    ...(plan === undefined ? {} : { plan }),
    plan_files: [...new Set([...(trail?.plan_files ?? []), ...planFile(root, caller.cwd, options.plan)])],
  };
  const now = await snapshot(host, root, home);
  let moved: Moved | undefined;
  let refused: AutodevError | undefined;
  await changeState(root, host, async (before) => {
    if (before === undefined) throw noWorkflow();
    const change = enterPhase(before, to, {
      void: voidGates(before, trail, now),
      agent: caller.agent,
      planned: plan?.map((checkpoint) => checkpoint.id),
      replan: options.plan !== undefined,
      strategy: options.strategy ?? chooseStrategy(plan ?? stand(before), options.teams),
    });
    if (change.kind === 'stay') {
      moved = { from: before.phase, to, state: change.state, closed: [] };
      if (options.plan !== undefined && trail !== undefined && plan !== undefined)
        await writeTrail(home, { ...trail, ...planned });
      return change.state;
    }
    if (change.kind === 'closed') {
      refused = closed(before.phase, to, change.missing, change.reason);
      const gates = change.state.gates;
      return GATES.some((gate) => gates[gate] !== before.gates[gate]) ? change.state : before;
    }
    const entry = {
      kind: 'phase' as const,
      at: isoSeconds(host.clock.now()),
      from: before.phase,
      to,
      ...now,
    };
    if (trail !== undefined)
      await writeTrail(home, { ...trail, ...planned, entries: [...trail.entries, entry] });
    const state = change.kind === 'finished' ? null : change.state;
    moved = { from: before.phase, to, state, closed: change.kind === 'enter' ? change.closed : [] };
    return state;
  });
  if (refused !== undefined) throw refused;
  return moved ?? { from: seen.phase, to, state: seen, closed: [] };
}

/** A plan's file as git names it; none where it lies outside of the project. */
function planFile(root: string, cwd: string, name: string | undefined): string[] {
  const path = name === undefined ? '' : relative(root, resolve(cwd, name));
  return path === '' || path.startsWith('..') || isAbsolute(path) ? [] : [path];
}

const LARGEST_PLAN = 4 * 1024 * 1024;

async function readPlan(cwd: string, name: string): Promise<CheckpointPlan[]> {
  const path = resolve(cwd, name);
  const text = await readCapped(path, { cap: LARGEST_PLAN, followLinks: true });
  if (text === undefined) throw new AutodevError('not_found', `there is no ${join(path)}`);
  return parsePlan(text, name);
}

/** Without a plan the number of checkpoints is all that is known of them; they may well depend on each other. */
function stand(state: DevelopState): CheckpointPlan[] {
  const ids = Object.keys(state.checkpoints ?? {});
  return ids.map((id, at) => ({
    id,
    description: id,
    interface: [],
    tests: [],
    files: [],
    validation: { command: ['true'] },
    dependencies: ids.slice(0, at === 0 ? 0 : 1),
  }));
}

function closed(
  from: DevelopPhase,
  to: DevelopPhase,
  missing: readonly GateName[],
  reason: string,
): AutodevError {
  return new AutodevError('gate_closed', `${to} cannot begin from ${from}`, {
    why: reason,
    hint:
      missing.length === 0
        ? undefined
        : `${missing.map((gate) => `\`${SET_BY[gate]}\``).join(', then ')} sets it when the verdict is clean`,
    data: { from, to, missing: [...missing] },
  });
}
