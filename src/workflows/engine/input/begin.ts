import type { Forge } from '../../../forge/forge.ts';
import type { Host } from '../../../host/host.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { parseWorkId } from '../../../work/ids.ts';
import { takeUpAnswered } from '../questions/answers.ts';
import { sameItem } from './changed.ts';
import type { WorkContext } from '../steps/context.ts';
import type { Flow } from '../flow.ts';
import type { EngineItem } from '../item.ts';
import { readableInput } from './read-input.ts';
import { submit } from './submit.ts';

export interface FindParts {
  host: Host;
  store: Store;
  forge: Forge;
  logins: readonly string[];
  emit(event: WorkEvent): Promise<void>;
}

/** What a flow may use before a run exists. */
export function workContext(parts: FindParts, item: EngineItem): WorkContext {
  const { host, store, forge, logins } = parts;
  return { host, store, forge, logins, settings: item.settings, trusts: item.trusts };
}

/** The run of an item, and the one that asked and was answered, where the item has changed since. */
interface FoundRun {
  run: RunRecord;
  outdated: RunRecord | undefined;
}

/** The run that goes on, or a new one for what the item says by now. */
export async function findRun(parts: FindParts, flow: Flow, item: EngineItem): Promise<FoundRun> {
  const { store } = parts;
  const answered = await takeUpAnswered(store, item.work, parts.emit);
  const frozen = await flow.freeze(parseWorkId(item.work), workContext(parts, item));
  const asked = answered && readableInput(answered);
  // An answer is for the run that asked: remarks and settings that came since start no other one.
  if (answered !== undefined && asked !== undefined && sameItem(asked, frozen))
    return { run: answered, outdated: undefined };
  return { run: await submit(store, item.work, frozen), outdated: answered };
}

export async function beginRun(
  { store, emit }: Pick<FindParts, 'store' | 'emit'>,
  { phases }: Flow,
  { work, phase }: EngineItem,
  { run, outdated }: FoundRun,
): Promise<void> {
  if (outdated !== undefined) await store.runs.finish(outdated.id, 'dropped', 'it was changed');
  if (phase === phases[0]) await emit({ type: 'run.started', work, run: run.id, attempt: run.attempt });
}
