import { SANDBOX_MARK } from '../../gate/here.ts';
import { openOf } from '../../gate/run/view.ts';
import type { Held } from '../../gate/state.ts';
import { realpath } from '../../host/fs/real-path.ts';
import { trackProcesses } from '../../host/process/reap.ts';

/** Whether something that was open is closed now. */
export function closesMore(before: Held, after: Held): boolean {
  if (before.broken !== undefined) return false;
  const [was, is] = [openOf([before]), openOf([after])];
  return (was.write && !is.write) || (was.finish && !is.finish);
}

/** A command that began while more was open would go on with that: a server that waits, a loop in the background. */
export async function endCommands(root: string): Promise<void> {
  const value = await realpath(root).catch(() => root);
  await trackProcesses({ variable: SANDBOX_MARK, value }, false).kill();
}
