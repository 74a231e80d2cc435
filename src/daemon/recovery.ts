import { workId, type WorkType } from '../work/ids.ts';
import { LABEL } from '../work/labels.ts';
import { changeLabels } from '../workflows/engine/settle.ts';
import { claim, foreignClaim } from './claim.ts';
import { itemOf } from './scan.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';

/**
 * Open items marked wip that no queue and no other daemon owns: what a crash left behind. One whose run is unfinished in the journal is
 * taken up again where it stood; any other loses the label and is found by the next scan.
 */
export async function recover(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  const { forge, store, queues, flows, bus, host } = parts;
  for (const orphan of await forge.labelled(repo.name, LABEL.wip)) {
    const types: WorkType[] = orphan.isPull ? ['pr', 'merge'] : ['issue'];
    const ids = types.map((type) => workId(type, repo.name, orphan.number));
    if (ids.some((id) => queues.has(id))) continue;
    if ((await foreignClaim(parts, { repo: repo.name, number: orphan.number })) !== undefined) continue;
    const open = (await Promise.all(ids.map((id) => store.runs.unfinished(id)))).find(
      (run) => run !== undefined,
    );
    const flow = flows.find((each) => open !== undefined && open.work.startsWith(`${each.type}:`));
    if (flow !== undefined) {
      const entry = orphan.isPull
        ? await forge.pull(repo.name, orphan.number)
        : await forge.issue(repo.name, orphan.number);
      if (entry.state !== 'open') continue;
      const item = itemOf(flow, repo, entry, host.clock.now());
      if (!(await claim(parts, item, repo.language))) continue;
      queues.push(item);
      await bus.emit({ type: 'item.queued', work: item.id, phase: item.phase, title: item.title });
      continue;
    }
    const work = ids[0];
    if (work !== undefined)
      await changeLabels(
        forge,
        { work, repo: repo.name, number: orphan.number },
        { remove: [LABEL.wip] },
        bus.emit,
      );
  }
}
