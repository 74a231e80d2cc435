/** Work on one key happens one after the other; keys do not wait for each other. */
export interface Serial {
  run<T>(key: string | number, work: () => Promise<T>): Promise<T>;
}

export function openSerial(): Serial {
  const tails = new Map<string | number, Promise<unknown>>();
  return {
    run: (key, work) => {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      const tail = mine
        .catch(() => {})
        .then(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return mine;
    },
  };
}
