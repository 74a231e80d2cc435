import type { RunRecord } from '../../store/tables/runs.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { readableInput } from '../../workflows/engine/input/read-input.ts';
import { ledger } from '../../workflows/engine/ledger.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import { preflight } from '../../workflows/engine/steps/preflight.ts';
import { Dropped } from '../../workflows/engine/stops/interruptions.ts';
import { isOurs, marked, marker } from '../../workflows/marker.ts';
import { codeBlock } from '../../workflows/model-text/code.ts';
import { joined, ours, own } from '../../workflows/model-text/publishable.ts';
import { withoutMachinePaths } from '../../workflows/publish/machine-paths.ts';
import { words } from '../../workflows/words.ts';
import { mustHold, type ClaimParts } from '../claims/claim.ts';
import { publicLine } from '../claims/public-line.ts';
import { contextFor, type DaemonParts, type WatchedRepo } from '../parts.ts';

type LastWordParts = ClaimParts & Pick<DaemonParts, 'trustsNow' | 'bus' | 'repos'>;

/** Below the item, once: what the last problem was, and how to let us try again. */
export async function sayGaveUp(
  parts: LastWordParts,
  repo: WatchedRepo,
  item: WorkItem,
  ended: Advance & { kind: 'end' },
  failures: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, host, forge, bus, logins } = parts;
  if (parts.flows.onForge(item.id) === undefined) return;
  const w = words(repo.language);
  const mark = marker('gave-up', ended.run.id);
  const detail = ended.lesson?.text ?? '';
  const body = marked(
    joined([
      own`**${ours(w.gaveUp(failures))}** ${publicLine(ended.reason, item.repo)}`,
      ...(detail === '' ? [] : [codeBlock(withoutMachinePaths(detail, item.repo).slice(-2_000))]),
      ours(w.gaveUpHow),
    ]),
    mark,
  );
  await ledger({
    store,
    clock: host.clock,
    run: ended.run.id,
    work: item.id,
    signal,
    fence: () => mayHaveLastWord(parts, item, ended.run),
    emit: bus.emit,
  }).perform({
    kind: 'comment',
    target: 'gave-up',
    intent: {},
    find: async () =>
      (await forge.comments(item.repo, item.number)).find((comment) => isOurs(comment, mark, logins)),
    write: () => forge.comment(item.repo, item.number, body),
  });
}

/**
 * That we gave up is said like everything else that people see: only while the item is open, says what it said, is
 * wanted, and is ours. Throws the interruption otherwise.
 */
async function mayHaveLastWord(parts: LastWordParts, item: WorkItem, run: RunRecord): Promise<void> {
  // As it is settled at this moment: people may have changed what is wanted since the session began.
  const repo = (await parts.repos()).find(({ name }) => name === item.repo);
  if (repo === undefined) throw new Dropped(`${item.repo} is no longer worked on`);
  const input = readableInput(run);
  if (input !== undefined) {
    const done = history(await parts.store.steps.finished(run.id));
    const context = contextFor({ ...parts, trusts: parts.trustsNow }, repo);
    await preflight(parts.flows.of(item.id), item, input, done, context, 'effect');
  }
  await mustHold(parts, item);
}
