import type { WorkId, WorkType } from '../work/ids.ts';
import type { WorkItem } from '../work/item.ts';
import { PHASES, type Phase } from '../work/phases.ts';
import { StateQueue } from './state-queue.ts';

/** All work in memory: one queue per type, and one index for dedup. Never stored: rebuilt from labels. */
export class TaskQueues {
  readonly issues = new StateQueue<WorkItem, Phase>();
  readonly prs = new StateQueue<WorkItem, Phase>();
  readonly merges = new StateQueue<WorkItem, Phase>();
  readonly #index = new Map<WorkId, Phase>();
  readonly #perRepo = new Map<string, number>();

  queue(type: WorkType): StateQueue<WorkItem, Phase> {
    return type === 'issue' ? this.issues : type === 'pr' ? this.prs : this.merges;
  }

  has(id: WorkId): boolean {
    return this.#index.has(id);
  }

  phaseOf(id: WorkId): Phase | undefined {
    return this.#index.get(id);
  }

  get(id: WorkId, type: WorkType): WorkItem | undefined {
    return this.queue(type).get(id);
  }

  push(item: WorkItem): void {
    if (!this.#index.has(item.id)) this.#perRepo.set(item.repo, this.countOf(item.repo) + 1);
    this.queue(item.type).push(item.phase, item);
    this.#index.set(item.id, item.phase);
  }

  transit(item: WorkItem, to: Phase): boolean {
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
    for (const type of ['merge', 'pr', 'issue'] as const) {
      for (const phase of PHASES[type]) yield* this.queue(type).items(phase);
    }
  }

  /** Queue depth per type and phase. */
  depths(): Record<WorkType, Record<string, number>> {
    const depth = (type: WorkType) =>
      Object.fromEntries(PHASES[type].map((phase) => [phase, this.queue(type).len(phase)]));
    return { issue: depth('issue'), pr: depth('pr'), merge: depth('merge') };
  }
}
