import { designPath } from '../documents/places.ts';
import type { Written } from '../done.ts';
import { LIMITS } from '../mode.ts';
import { atPhaseEnd } from './phase-end.ts';
import { readAgain } from './plan.ts';
import { call, Ended, promoteByFiles, unresolved, type Lead, type State } from './state.ts';

/** Phase 2: a design that passes gate 2→3. Gives what comes next: a person may leave DO out. */
export function* design(state: State): Lead<'do' | 'check'> {
  state.phase = 2;
  let written = yield* write(state, []);
  for (let repair = 1; written.missing.length > 0; repair += 1) {
    if (repair > LIMITS.repairs) unresolved(state, state.say.designGate, written.missing);
    written = yield* write(state, written.missing);
  }
  state.wanted = written.files;
  promoteByFiles(state, written.files);
  yield* call(state, { kind: 'close', next: 3 });
  const path = designPath(state.input.options.feature);
  const said = yield* atPhaseEnd(state, ['go on', 'change', 'skip'], path, () => readAgain(state, 'design'));
  return said === 'skip' ? 'check' : 'do';
}

function* write(state: State, missing: string[]): Lead<Written> {
  const written = yield* call(state, { kind: 'design', missing });
  if (!written.ok) throw new Ended('failed', state.say.writer(written.path));
  return written;
}
