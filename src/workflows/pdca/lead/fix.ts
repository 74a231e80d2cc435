import { domainOf, fixerOf } from '../verdicts/domains.ts';
import { call, promoteByFiles, type Lead, type State } from './state.ts';

interface Fault {
  /** Of the teammate who fixes it. */
  name: string;
  /** As whoever found it has named it. */
  domain: string;
  why: string[];
  guide: string;
  history?: string[];
}

/** A fault goes to the fixer of its domain. The files count as those of DO do; gives whether that lifted the run. */
export function* fix(state: State, { domain: word, history = [], ...fault }: Fault): Lead<boolean> {
  const domain = domainOf(word);
  const { files } = yield* call(state, { kind: 'fix', role: fixerOf(domain), domain, history, ...fault });
  return promoteByFiles(state, files);
}
