/** Items by state, in the order they came. Every operation is O(1); 100,000 items are routine. */
export class StateQueue<T extends { readonly id: string }, State extends string> {
  readonly #states = new Map<State, Map<string, T>>();
  readonly #where = new Map<string, State>();

  /** Adds the item; one that is already queued moves to the end of this state. */
  push(state: State, item: T): void {
    this.remove(item.id);
    let items = this.#states.get(state);
    if (items === undefined) {
      items = new Map();
      this.#states.set(state, items);
    }
    items.set(item.id, item);
    this.#where.set(item.id, state);
  }

  /** Takes out the oldest item of the state. */
  pop(state: State): T | undefined {
    const first = this.#states.get(state)?.values().next();
    if (first === undefined || first.done === true) return undefined;
    this.remove(first.value.id);
    return first.value;
  }

  /** False when the item is not in `from`: somebody else moved or removed it. */
  transit(from: State, to: State, id: string): boolean {
    const item = this.#states.get(from)?.get(id);
    if (item === undefined) return false;
    this.push(to, item);
    return true;
  }

  remove(id: string): T | undefined {
    const state = this.#where.get(id);
    if (state === undefined) return undefined;
    this.#where.delete(id);
    const items = this.#states.get(state);
    const item = items?.get(id);
    items?.delete(id);
    return item;
  }

  len(state: State): number {
    return this.#states.get(state)?.size ?? 0;
  }

  get(id: string): T | undefined {
    const state = this.#where.get(id);
    return state === undefined ? undefined : this.#states.get(state)?.get(id);
  }

  stateOf(id: string): State | undefined {
    return this.#where.get(id);
  }

  get size(): number {
    return this.#where.size;
  }

  items(state: State): IterableIterator<T> {
    return (this.#states.get(state) ?? new Map<string, T>()).values();
  }
}
