import { LIMITS } from './mode.ts';

/** Why a loop has to end although it may go on by its own limit. */
export type Stuck = { why: 'same'; signature: string } | { why: 'back' };

/**
 * A loop's failures, round by round. It is stuck when one signature failed three times, or when a set of failures
 * comes back after another one (A → B → A). An unchanged set alone goes on until then.
 */
export class Progress {
  readonly #sets: string[] = [];
  readonly #counts = new Map<string, number>();

  failed(signatures: readonly string[]): Stuck | undefined {
    const set = [...new Set(signatures)].sort();
    const key = JSON.stringify(set);
    const last = this.#sets.at(-1);
    const back = last !== key && this.#sets.includes(key);
    this.#sets.push(key);
    let same: string | undefined;
    for (const signature of set) {
      const count = (this.#counts.get(signature) ?? 0) + 1;
      this.#counts.set(signature, count);
      if (count >= LIMITS.same) same ??= signature;
    }
    if (same !== undefined) return { why: 'same', signature: same };
    return back ? { why: 'back' } : undefined;
  }
}
