/** Does everything, each after those it names, at most `jobs` at a time. One that fails holds nobody else up. */
export async function inOrder<T extends { dir: string; after: readonly string[] }>(
  all: readonly T[],
  jobs: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = new Set(all);
  const left = new Set(all.map(({ dir }) => dir));
  const running = new Set<Promise<void>>();
  while (waiting.size > 0 || running.size > 0) {
    for (const one of waiting) {
      if (running.size >= jobs) break;
      if (one.after.some((dir) => left.has(dir))) continue;
      waiting.delete(one);
      const done: Promise<void> = work(one).finally(() => {
        left.delete(one.dir);
        running.delete(done);
      });
      running.add(done);
    }
    if (running.size === 0) throw new Error('nothing can be done next: a cycle');
    await Promise.race(running);
  }
}
