/** One commit of a walk from the newest on, every child before its parents. */
export interface WalkedCommit {
  id: string;
  time: number;
  parents: readonly string[];
}

export interface LastChange {
  id: string;
  time: number;
  rank: number;
}

/**
 * Asks for many sets of files at once which commit last changed each of them, as `git log -1 -- files` would
 * say: a merge that left a set as in one of its parents is followed to that parent only. Every set is carried
 * along the history until it is answered, so the work grows with the changes, not with the sets.
 */
export class HistoryWalk {
  readonly answers = new Map<number, LastChange>();
  /** The questions still open, by the commit they have reached. */
  readonly #waiting = new Map<string, Set<number>>();
  readonly #questionOf: ReadonlyMap<string, number>;

  /** `questionOf` maps a path to the question (set of files) it belongs to. */
  constructor(head: string, questionOf: ReadonlyMap<string, number>) {
    this.#questionOf = questionOf;
    const open = new Set(questionOf.values());
    if (open.size > 0) this.#waiting.set(head, open);
  }

  get isDone(): boolean {
    return this.#waiting.size === 0;
  }

  /** The questions that have reached a commit and can be answered there by someone who knows. */
  settle(id: string, known: (question: number) => LastChange | undefined): void {
    const open = this.#waiting.get(id);
    for (const question of open ?? []) {
      const answer = known(question);
      if (answer === undefined) continue;
      this.answers.set(question, answer);
      open?.delete(question);
    }
    if (open?.size === 0) this.#waiting.delete(id);
  }

  /** Takes the walk past one commit. `changed` gives its changes against each parent; a root has one, against nothing. */
  visit(commit: WalkedCommit, rank: number, changed: (parent: number) => Iterable<string>): void {
    const open = this.#waiting.get(commit.id);
    if (open === undefined) return;
    this.#waiting.delete(commit.id);
    let different = this.#differing(open, changed(0));
    for (const question of different) open.delete(question);
    const [first, ...others] = commit.parents;
    if (first !== undefined) this.#pass(first, open);
    for (const [at, parent] of others.entries()) {
      if (different.size === 0) return;
      const still = this.#differing(different, changed(at + 1));
      for (const question of still) different.delete(question);
      this.#pass(parent, different);
      different = still;
    }
    for (const question of different) this.answers.set(question, { id: commit.id, time: commit.time, rank });
  }

  #differing(open: ReadonlySet<number>, paths: Iterable<string>): Set<number> {
    const found = new Set<number>();
    for (const path of paths) {
      const question = this.#questionOf.get(path);
      if (question !== undefined && open.has(question)) found.add(question);
    }
    return found;
  }

  #pass(id: string, questions: Set<number>): void {
    if (questions.size === 0) return;
    const there = this.#waiting.get(id);
    if (there === undefined) {
      this.#waiting.set(id, questions);
      return;
    }
    // The smaller into the larger, so that long parallel branches stay cheap.
    const [small, large] = there.size < questions.size ? [there, questions] : [questions, there];
    for (const question of small) large.add(question);
    this.#waiting.set(id, large);
  }
}
