import { loadConfig } from '../../config/load.ts';
import type { Caller } from '../../workflows/develop/caller.ts';
import { keepGate } from '../../workflows/develop/gates/keep-gate.ts';

export const ADVISORY =
  'The gate is advisory here: bubblewrap does not work, so commands are only read, and one that hides what it does may pass.';

/** Tells the hook what it has to know, and people whether the gate holds. */
export async function keep(caller: Caller): Promise<string[]> {
  const { config } = await loadConfig(caller.home);
  const { sandbox } = await keepGate(caller, config.develop);
  return sandbox ? [] : [ADVISORY];
}
