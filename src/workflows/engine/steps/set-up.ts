import type { Host } from '../../../host/host.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import { messageOf } from '../../../work/errors.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { runCommands } from '../../checks/run-commands.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import type { FrozenInput } from '../input/input.ts';
import { Postponed } from '../stops/interruptions.ts';
import type { EngineItem } from '../item.ts';

interface Parts {
  host: Host;
  workspaces: Workspaces;
  emit(event: WorkEvent): Promise<void>;
}

interface At {
  item: EngineItem;
  input: FrozenInput;
  run: RunRecord;
  signal: AbortSignal;
}

/** Registries come back, and somebody mends the configuration; asking more often would only cost. */
const AGAIN_MS = 15 * 60_000;

/**
 * The repository's set-up before a session that writes, so that it finds what the project needs to be tried. A set-up
 * that fails on the base alone is no session's fault: the item waits, unpaid. On anything else (a head, a half-resolved
 * merge, what an earlier attempt left) mending it may be the very work, so the session goes on with what there is; the
 * check, which runs the set-up once more, has the last word.
 */
export async function setUpFor(parts: Parts, at: At, worktree: string): Promise<void> {
  const { host, emit, workspaces } = parts;
  const { item, input, run, signal } = at;
  const { settings } = item;
  if (settings.setup.length === 0) return;
  const around = { host, settings, run, signal };
  await workspaces.setUp(settings.name, worktree, async (commit) => {
    const done = await runCommands(around, worktree, settings.setup).catch((error: unknown) => {
      signal.throwIfAborted();
      return { ok: false, commands: [], output: messageOf(error) };
    });
    if (done.ok) return;
    const command = done.commands.at(-1)?.command ?? settings.setup[0]?.join(' ') ?? '';
    const message = `the set-up failed on ${commit.slice(0, 7)}: ${command}`;
    // What a program of the repository said is for the log only: the reason of a wait is shown on the forge.
    await emit({ type: 'error', work: item.work, message, why: done.output });
    if (commit === input.baseSha) throw new Postponed(message, host.clock.now() + AGAIN_MS, 'setup');
  });
}
