import type { CommandInput } from '../../api/control/command.ts';
import type { EventSource } from '../../api/live-stream.ts';
import type { Snapshot } from '../../api/board/snapshot.ts';
import type { Status } from '../../api/status.ts';
import type { WebSource } from '../../api/board/web-source.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Clock } from '../../host/clock.ts';
import type { Git } from '../../host/git/git.ts';
import { redact } from '../../host/log/redact.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import type { SecretKeeper } from '../../work/secrets/keeper.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import { isRunning, type Live } from '../control/live.ts';
import { changesOf } from './changes.ts';
import { costSheetOf } from './cost-sheet.ts';
import { healthOf, type Probes } from './health.ts';
import { itemDetailsOf } from './item-details.ts';
import { laneOf } from './lane.ts';
import { openObjects } from './objects.ts';
import { reportShelfOf } from './report-shelf.ts';
import { sessionTranscriptOf } from './session-transcript.ts';
import { snapshotOf } from './snapshot.ts';

export interface SourceParts {
  home: string;
  clock: Clock;
  git: Git;
  secrets: SecretKeeper;
  store: Store;
  flows: Flows;
  events: EventSource;
  status(): Promise<Status>;
  probes: Probes;
  /** A living daemon; without one nothing can be changed and the forge is not asked. */
  daemon?: {
    live(): Live;
    forge: Forge;
    tell(command: CommandInput): Promise<string>;
  };
}

const READ_ONLY =
  'The daemon is not running: this is what it remembers, to look at only. Start it with autodev start -d.';

/** Everything that the web dashboard shows, from the store and, where it lives, the daemon. No secret we hold is in it. */
export function webSource(parts: SourceParts): WebSource {
  const { store, flows, clock, events, status, daemon } = parts;
  const { difference, conflicts } = openObjects(parts.git, parts.home);
  const clean = <T>(value: T): T => JSON.parse(redact(JSON.stringify(value), parts.secrets.all())) as T;
  /** For what is read with every event: what looks like a secret takes half a second to look for in 500 items. */
  const withoutHeld = <T>(value: T): T => {
    if (parts.secrets.all().length === 0) return value;
    const text = JSON.stringify(value);
    return parts.secrets.all().some(({ forms }) => forms.some((form) => text.includes(form)))
      ? clean(value)
      : value;
  };
  const now = () => ({ store, flows, now: clock.now(), live: daemon?.live() });
  const board = (told: Status): Promise<Snapshot> =>
    snapshotOf({ ...now(), presence: daemon === undefined ? 'stopped' : 'answers', status: told });
  return {
    readOnly: daemon === undefined ? READ_ONLY : null,
    events: { ...events, after: async (seq, limit) => withoutHeld(await events.after(seq, limit)) },
    status,
    board: async (told) => withoutHeld(await board(told)),
    item: async (id) => withoutHeld(await itemDetailsOf(id, now())),
    changes: async (id) => clean(await changesOf(id, { store, flows, forge: daemon?.forge, difference })),
    session: async (id, nth) =>
      clean(await sessionTranscriptOf(id, nth, { store, isRunning: isRunning(daemon?.live(), id) })),
    lane: async (told) =>
      withoutHeld(await laneOf((await board(told)).items, { store, flows, live: daemon?.live(), conflicts })),
    costs: () => costSheetOf(store, flows, clock.now()),
    reports: async () => clean(await reportShelfOf(store)),
    health: async (told) => clean(await healthOf(told, parts.probes)),
    tell: async (command) => {
      if (daemon === undefined)
        throw new AutodevError('refused', 'nothing can be changed from here', { why: READ_ONLY });
      return daemon.tell(command);
    },
  };
}
