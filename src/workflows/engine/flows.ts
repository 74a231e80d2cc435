import { AutodevError } from '../../work/errors.ts';
import { isWorkType, parseWorkId, workId, type WorkId, type WorkType } from '../../work/ids.ts';
import { nearest } from '../../work/nearest.ts';
import type { Flow } from './flow.ts';
import type { ForgeItems } from './items.ts';

/** The flows of a program, by type. */
export interface Flows extends Iterable<Flow> {
  find(type: WorkType): Flow | undefined;
  /** The flow of an item; a work id of no flow is refused. */
  of(work: WorkId): Flow;
  /** How the item stands on the forge; undefined when it does not. */
  onForge(work: WorkId): ForgeItems | undefined;
  /** The item whose worktree this folder is. */
  workIn(repo: string, folder: string): WorkId | undefined;
}

export function registerFlows(list: readonly Flow[]): Flows {
  const byType = new Map<WorkType, Flow>();
  for (const flow of list) {
    if (!isWorkType(flow.type)) throw new Error(`not a name for a flow: ${flow.type}`);
    if (byType.has(flow.type)) throw new Error(`two flows are called ${flow.type}`);
    for (const phase of Object.keys(flow.priority))
      if (!flow.phases.includes(phase)) throw new Error(`the ${flow.type} flow has no phase ${phase}`);
    byType.set(flow.type, flow);
  }
  const of = (work: WorkId): Flow => {
    const { type } = parseWorkId(work);
    const flow = byType.get(type);
    if (flow !== undefined) return flow;
    const meant = nearest(type, [...byType.keys()]);
    const known = [...byType.values()].map((each) => `${each.type} (${each.words.noun.en})`).join(', ');
    throw new AutodevError('not_found', `no item ${work}: there is no work called ${type}`, {
      hint: meant === undefined ? `there is ${known}` : `did you mean ${meant}?`,
    });
  };
  return {
    [Symbol.iterator]: () => byType.values(),
    find: (type) => byType.get(type),
    of,
    onForge: (work) => {
      const items = byType.get(parseWorkId(work).type)?.items;
      return items?.on === 'forge' ? items : undefined;
    },
    workIn: (repo, folder) => {
      for (const flow of list) {
        const number = flow.worktree?.number(folder);
        if (number !== undefined) return workId(flow.type, repo, number);
      }
      return undefined;
    },
  };
}
