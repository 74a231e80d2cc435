import type { Exhibit } from '../exhibit.ts';

/** What never ends. */
export const ENDLESS: readonly Exhibit[] = [
  {
    name: 'attempts without a bound',
    happened: 'seed 003 retried for ever',
    file: 'src/daemon/leaving/leave.ts',
    search: '  if (failures < repo.max_attempts) {',
    replace: '  if (failures < 1e9) {',
    mode: 'liveness',
    invariant: 'everything-ends',
  },
  {
    name: 'an error that costs a slot',
    happened:
      'here, found by the simulator: an error that could not be told was thrown past the end of the item',
    file: 'src/daemon/say-error.ts',
    search: '    .catch(() => {});\n',
    replace: ';\n',
    mode: 'safety',
    invariant: 'everything-ends',
  },
  {
    name: 'money set aside and not given back',
    happened: 'here, found by the simulator: the disk was full as the cost was to be booked',
    file: 'src/workflows/engine/steps/session.ts',
    search: '    reserved.release();\n',
    replace: '',
    mode: 'liveness',
    invariant: 'everything-ends',
    fault: 'disk full',
  },
  {
    name: 'work that is only found when a webhook comes',
    happened: 'integrations without a poll: GitHub does not deliver a webhook again by itself',
    file: 'src/daemon/intake/rounds.ts',
    search: '    (last.get(name) ?? -Infinity) + secs * 1_000 <= host.clock.now();',
    replace: '    secs > 0 && last.get(name) === undefined;',
    mode: 'liveness',
    invariant: 'everything-ends',
    fault: 'webhook missing',
  },
];
