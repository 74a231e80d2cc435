import { LIMITS } from '../mode.ts';
import { call, type Lead, type State } from './state.ts';

/** With `--interactive` a person says how it goes on; the first option is the default. Otherwise that is taken. */
export function* atPhaseEnd(
  state: State,
  options: string[],
  /** What a person may change by hand before it goes on, and what is done about it. */
  what = '',
  changed?: () => Lead<void>,
): Lead<string> {
  const first = options[0] ?? '';
  if (!state.input.options.interactive) return first;
  for (let asked = 0; asked < LIMITS.changes; asked += 1) {
    const { answer } = yield* call(state, { kind: 'ask', about: 'phase', text: '', options });
    if (answer !== 'change') return options.includes(answer) ? answer : first;
    yield* call(state, { kind: 'ask', about: 'change', text: state.say.change(what), options: ['go on'] });
    if (changed !== undefined) yield* changed();
  }
  return first;
}
