import { apply } from '../control/apply.ts';
import { why } from '../control/why.ts';
import type { Daemon } from '../daemon.ts';
import type { DaemonParts } from '../parts.ts';
import { limitsOf } from '../running/schedule.ts';
import type { WordParts } from './words.ts';

/** What words in comments act on: the same as commands, but for those that are about the daemon itself. */
export function wordParts(parts: DaemonParts, daemon: Daemon): WordParts {
  const { host, store, forge, flows, queues } = parts;
  const none = () => {
    throw new Error('words in comments are about items only');
  };
  return {
    ...parts,
    obey: (command) => apply(command, { ...parts, clock: host.clock, daemon, stop: none, reload: none }),
    why: (id) =>
      why(id, {
        store,
        now: host.clock.now(),
        live: { queues, daemon, stopping: false, ...limitsOf(parts.settings()) },
        reads: { forge, flows },
      }),
  };
}
