import { execFileSync } from 'node:child_process';

/** A repeatable source of choices. */
export function seeded(seed: number): { below(limit: number): number; chance(share: number): boolean } {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return { below: (limit) => Math.floor(next() * limit), chance: (share) => next() < share };
}

export type Tree = ReadonlyMap<string, string>;

/** Writes commits with `git fast-import`: thousands a second, with any dates, parents and trees. */
export class HistoryWriter {
  readonly #lines: string[] = [];
  #marks = 0;

  /** A commit with exactly this tree. The first parent is the branch it continues. */
  commit(branch: string, tree: Tree, time: number, parents: readonly number[]): number {
    this.#marks += 1;
    this.#lines.push(`commit refs/heads/${branch}`, `mark :${this.#marks}`);
    this.#lines.push(`committer T <t@example.invalid> ${time} +0000`, ...data(`commit ${this.#marks}`));
    for (const [at, parent] of parents.entries())
      this.#lines.push(`${at === 0 ? 'from' : 'merge'} :${parent}`);
    this.#lines.push('deleteall');
    for (const [path, text] of tree) this.#lines.push(`M 100644 inline ${path}`, ...data(text));
    return this.#marks;
  }

  /** A commit on a branch that changes some files and keeps the others. */
  change(branch: string, files: Tree, time: number): void {
    this.#lines.push(
      `commit refs/heads/${branch}`,
      `committer T <t@example.invalid> ${time} +0000`,
      ...data('change'),
    );
    for (const [path, text] of files) this.#lines.push(`M 100644 inline ${path}`, ...data(text));
  }

  importInto(repository: string): void {
    execFileSync('git', ['fast-import', '--quiet', '--force'], {
      cwd: repository,
      input: this.#lines.join('\n') + '\n',
    });
    execFileSync('git', ['reset', '-q', '--hard'], { cwd: repository });
  }
}

function data(text: string): string[] {
  return [`data ${Buffer.byteLength(text)}`, text];
}
