/** A bug that systems like this one really had, as a change of our source, and what has to find it. */
export interface Exhibit {
  name: string;
  /** Where it happened. */
  happened: string;
  file: string;
  search: string;
  replace: string;
  mode: 'safety' | 'liveness';
  invariant: string;
  /** What of the page's faults it takes to find it; absent where an ordinary life is enough. */
  fault?: string;
}
