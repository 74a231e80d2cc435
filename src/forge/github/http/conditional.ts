/** What an earlier answer looked like, so that "not modified" still has a body. */
export interface Remembered {
  etag: string;
  link: string;
  /** JSON of what we read from the answer, not of all that was in it. */
  body: string;
}

/** ETags by URL. Losing them costs quota, nothing else. */
export interface EtagStore {
  get(url: string): Promise<Remembered | undefined> | Remembered | undefined;
  set(url: string, entry: Remembered): Promise<void> | void;
}

const MOST = 5_000;

export function memoryEtags(most = MOST): EtagStore {
  const entries = new Map<string, Remembered>();
  return {
    get: (url) => {
      const found = entries.get(url);
      if (found !== undefined) {
        // Used again: it moves to the young end.
        entries.delete(url);
        entries.set(url, found);
      }
      return found;
    },
    set: (url, entry) => {
      entries.delete(url);
      entries.set(url, entry);
      const oldest = entries.keys().next().value;
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}
