import type { DaemonParts } from '../parts.ts';
import type { Runner } from './runner.ts';
import { within } from './within.ts';

/**
 * Sessions get the drain time to end by themselves, less when somebody is in a hurry; then they are stopped. What an
 * engine elsewhere carries on goes on there.
 */
export async function drain(
  { host, settings, handsOver }: Pick<DaemonParts, 'host' | 'settings' | 'handsOver'>,
  runner: Runner,
  hurry: AbortSignal,
): Promise<void> {
  if (handsOver !== true) await within(host.clock, settings().drain_secs * 1_000, runner.settled(), hurry);
  runner.halt(new Error('the daemon is stopping'));
  await runner.settled();
}
