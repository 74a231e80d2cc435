import { discoverWork } from '../../compose/pdca/discover.ts';
import type { PdcaStart } from '../../compose/pdca/start.ts';
import { chosen } from '../../workflows/pdca/discovery.ts';
import type { Input } from '../command.ts';

/** Says what was found and why it was chosen. Undefined: nothing to act on, or only looked at. */
export async function discover(input: Input, start: PdcaStart): Promise<string | undefined> {
  const found = await discoverWork(start);
  const taken = chosen(found);
  const dry = input.flag('dry-run');
  if (input.json)
    input.io.out(
      `${JSON.stringify({ schema_version: 1, event: 'discovery', found, chosen: taken ?? null, acts: !dry && taken !== undefined })}\n`,
    );
  else {
    for (const { tier, name, why } of found) input.io.out(`Tier ${tier} ${name}: ${why}\n`);
    input.io.out(
      taken === undefined
        ? 'Nothing is begun by itself.\n'
        : `Chosen: tier ${taken.tier} ${taken.name}, the most urgent that can be acted on.\n`,
    );
  }
  return dry || taken === undefined ? undefined : (taken.task ?? undefined);
}
