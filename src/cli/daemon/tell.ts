import { openClient } from '../../api/control/client.ts';
import type { CommandInput } from '../../api/control/command.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Input } from '../command.ts';
import { writeStore } from './stores.ts';

/** Tells the daemon, or leaves the command for its next start. Says which of the two it was. */
export async function tellDaemon({ home, io, json, signal }: Input, command: CommandInput): Promise<void> {
  const outcome = await openClient(home, { signal }).tell(command);
  const said = outcome ?? (await leave(home, command));
  if (json) {
    const applied = outcome !== undefined;
    io.out(`${JSON.stringify({ schema_version: 1, command: command.name, applied, outcome: said })}\n`);
  } else io.err(`${said}\n`);
}

/** For whoever leads the cluster, which does it at once, or for the next start. */
async function leave(home: string, command: CommandInput): Promise<string> {
  const isLed = await writeStore(home, async (store) => {
    if ('work' in command) await mustBeRecorded(store, command.work);
    await store.commands.leave(command);
    return (await store.machines.all()).some(({ state }) => state === 'leading');
  });
  if (isLed) return 'left to the coordinator that leads';
  const what = 'work' in command ? `${command.name} ${command.work}` : command.name;
  return `no daemon is running; ${what} is done when one starts (autodev start -d)`;
}

/** Only a daemon can ask the forge whether there is such an item; nothing is left for one that may not exist. */
async function mustBeRecorded(store: Store, work: string): Promise<void> {
  if ((await store.events.ofWork(work as WorkId, 1)).length > 0) return;
  throw new AutodevError('not_found', `nothing is known of ${work}`, {
    hint: 'a running daemon asks the forge for it: autodev start -d',
    data: { id: work },
  });
}
