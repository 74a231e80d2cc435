import { discoverWork } from '../../compose/pdca/discover.ts';
import type { PdcaStart } from '../../compose/pdca/start.ts';
import { chosen } from '../../workflows/pdca/discovery.ts';
import { inert } from '../../render/visible.ts';
import type { Input } from '../command.ts';
import type { Shown } from './talk.ts';

/** The end of a command that only looked. */
const NOTHING_BEGUN = {
  outcome: 'done',
  feature: null,
  mode: null,
  score: null,
  phase: 0,
  report: null,
  cost_usd: 0,
  sessions: 0,
  reason: 'nothing was begun',
  unresolved: [],
};

/** Says what was found and why it was chosen. Undefined: nothing to act on, or only looked at. */
export async function discover(
  input: Input,
  start: PdcaStart,
  object: Shown['object'],
): Promise<string | undefined> {
  const found = await discoverWork(start);
  const taken = chosen(found);
  const dry = input.flag('dry-run');
  const acts = !dry && taken !== undefined;
  if (input.json) {
    object('discovery', { found, chosen: taken ?? null, acts });
    if (!acts) object('end', NOTHING_BEGUN);
  } else {
    for (const { tier, name, why } of found) input.io.out(`Tier ${tier} ${name}: ${inert(why)}\n`);
    input.io.out(
      taken === undefined
        ? 'Nothing is begun by itself.\n'
        : `Chosen: tier ${taken.tier} ${taken.name}, the most urgent that can be acted on.\n`,
    );
  }
  return acts ? (taken.task ?? undefined) : undefined;
}
