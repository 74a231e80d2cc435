import type { WorkId, WorkType } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import type { Phase } from '../../work/phases.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import { StateQueue } from './state-queue.ts';

/** What the queues know of a flow. */
export type QueuedFlow = Pick<Flow, 'type' | 'phases' | 'priority' | 'exclusive'>;

/** All work in memory: one queue per flow, and one index for dedup. Never stored: rebuilt from labels. */
export class TaskQueues {
  readonly #flows = new Map<WorkType, QueuedFlow>();
  readonly #queues = new Map<WorkType, StateQueue<WorkItem, Phase>>();
  readonly #index = new Map<WorkId, Phase>();
  readonly #perRepo = new Map<string, number>();
  /** Where items wait for a slot, the most urgent first. */
  readonly order: readonly (readonly [type: WorkType, phase: Phase])[];

  constructor(flows: Iterable<QueuedFlow>) {
    for (const flow of flows) {
      this.#flows.set(flow.type, flow);
      this.#queues.set(flow.type, new StateQueue());
    }
    this.order = [...this.#flows.values()]
      .flatMap(({ type, priority }) =>
        Object.entries(priority).map(([phase, rank]) => ({ type, phase, rank })),
      )
      .sort((a, b) => a.rank - b.rank)
      .map(({ type, phase }) => [type, phase] as const);
  }

  queue(type: WorkType): StateQueue<WorkItem, Phase> {
    const queue = this.#queues.get(type);
    if (queue === undefined) throw new Error(`no flow for ${type}`);
    return queue;
  }

  /** Items with the same key run one at a time. */
  exclusiveKey(item: WorkItem): string | undefined {
    const key = this.#flows.get(item.type)?.exclusive?.(item);
    return key === undefined ? undefined : `${item.type} ${key}`;
  }

  has(id: WorkId): boolean {
    return this.#index.has(id);
  }

  phaseOf(id: WorkId): Phase | undefined {
    return this.#index.get(id);
  }

  get(id: WorkId, type: WorkType): WorkItem | undefined {
    return this.#queues.get(type)?.get(id);
  }

  push(item: WorkItem): void {
    this.#mustKnow(item.type, item.phase);
    if (!this.#index.has(item.id)) this.#perRepo.set(item.repo, this.countOf(item.repo) + 1);
    this.queue(item.type).push(item.phase, item);
    this.#index.set(item.id, item.phase);
  }

  transit(item: WorkItem, to: Phase): boolean {
    this.#mustKnow(item.type, to);
    if (!this.queue(item.type).transit(item.phase, to, item.id)) return false;
    item.phase = to;
    this.#index.set(item.id, to);
    return true;
  }

  remove(item: WorkItem): void {
    if (this.queue(item.type).remove(item.id) === undefined) return;
    this.#index.delete(item.id);
    const left = this.countOf(item.repo) - 1;
    if (left > 0) this.#perRepo.set(item.repo, left);
    else this.#perRepo.delete(item.repo);
  }

  countOf(repo: string): number {
    return this.#perRepo.get(repo) ?? 0;
  }

  get size(): number {
    return this.#index.size;
  }

  *all(): IterableIterator<WorkItem> {
    for (const { type, phases } of this.#flows.values()) {
      for (const phase of phases) yield* this.queue(type).items(phase);
    }
  }

  /** Queue depth per type and phase. */
  depths(): Record<WorkType, Record<string, number>> {
    return Object.fromEntries(
      [...this.#flows.values()].map(({ type, phases }) => [
        type,
        Object.fromEntries(phases.map((phase) => [phase, this.queue(type).len(phase)])),
      ]),
    );
  }

  /** An item in a phase that its flow does not name would never be picked nor shown. */
  #mustKnow(type: WorkType, phase: Phase): void {
    if (this.#flows.get(type)?.phases.includes(phase) !== true)
      throw new Error(`the ${type} flow has no phase ${phase}`);
  }
}
