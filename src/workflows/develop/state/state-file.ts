import { join } from 'node:path';
import type { Host } from '../../../host/host.ts';
import { isoSeconds } from '../../../host/clock.ts';
import { withFileLock } from '../../../host/lock/file-lock.ts';
import { readCapped, removeIfEmpty } from '../../../host/fs/plain-file.ts';
import { AutodevError, messageOf } from '../../../work/errors.ts';
import { readState as gateState } from '../../../gate/state.ts';
import { lookUp } from '../../../host/fs/look-up.ts';
import { closesMore, endCommands } from '../end-commands.ts';
import { refusingShutIn } from './shut-in.ts';
import { FOLDER, stateFile } from './place.ts';
import { parseState, writtenState, type DevelopState } from './state.ts';

const CAP = 1024 * 1024;

/** The state of a project, or undefined when no workflow runs there. A file that cannot be used is an error, never replaced. */
export async function readState(root: string): Promise<DevelopState | undefined> {
  const path = stateFile(root);
  let text: string | undefined;
  try {
    text = await readCapped(path, { cap: CAP, followLinks: true });
  } catch (error) {
    throw new AutodevError('invalid_input', `${path} is not a valid state file`, {
      why: messageOf(error),
      hint: 'repair it by hand, or remove it with `autodev develop reset`; until then the gates stay closed',
      cause: error,
      data: { path },
    });
  }
  return text === undefined ? undefined : parseState(text, path);
}

type Change = (before: DevelopState | undefined) => Promise<DevelopState | null> | DevelopState | null;

/**
 * Changes the state under a lock: read afresh, changed, replaced in one move. `null` removes it. Written only at
 * phase changes and RALPH boundaries.
 */
export async function changeState(root: string, host: Host, change: Change): Promise<DevelopState | null> {
  const lock = join(root, FOLDER, 'state.lock');
  const locked = async () => {
    await host.files.makeFolder(join(root, FOLDER));
    return withFileLock(lock, host.clock, () => replaced(root, host, change));
  };
  const result = await refusingShutIn('the workflow state', locked);
  if (result === null) await removeIfEmpty(join(root, FOLDER));
  return result;
}

async function replaced(root: string, host: Host, change: Change): Promise<DevelopState | null> {
  const before = await readState(root);
  const after = await change(before);
  if (after === null) {
    await host.files.remove(stateFile(root));
    return null;
  }
  const stamped = after === before ? after : { ...after, updated_at: isoSeconds(host.clock.now()) };
  const held = gateState(lookUp, stateFile(root));
  if (after !== before) await host.files.write(stateFile(root), writtenState(stamped));
  if (closesMore(held, gateState(lookUp, stateFile(root)))) await endCommands(root);
  return stamped;
}
