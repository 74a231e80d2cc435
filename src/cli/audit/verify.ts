import { openForges } from '../../compose/repos/forges.ts';
import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { openHost } from '../../host/host.ts';
import type { ChainEntry } from '../../store/chain/chain.ts';
import { loggedProblems } from '../../store/chain/check.ts';
import type { CausedEffect } from '../../store/tables/effects.ts';
import type { EtagTable } from '../../store/tables/etags.ts';
import { compareEffect } from '../../workflows/audit/compare.ts';
import { readsOf } from '../../workflows/audit/reads.ts';
import type { Verdict } from '../../workflows/audit/verdict.ts';
import { loggedHeads } from './logged-heads.ts';
import type { Audit } from './wire.ts';

/** The same with what the daily logs and the forge say. */
export async function verified(
  audit: Audit,
  from: { home: string; ledger: readonly CausedEffect[]; entries: readonly ChainEntry[] },
): Promise<Audit> {
  const { config } = await loadConfig(from.home);
  const logged = loggedProblems(from.entries, await loggedHeads(config.daemon.log_dir));
  const problems = [...audit.problems, ...logged];
  const verdicts = new Map<CausedEffect, Verdict>();
  if (audit.effects.length === 0) return { ...audit, problems, forge: verdicts };
  const host = openHost({ env: childEnvironment() });
  const { forge, reviewer } = await openForges(host, config.github, NOTHING_KNOWN);
  const logins = [(await forge.viewer()).login, (await reviewer.viewer()).login];
  const at = { ledger: from.ledger, reads: readsOf(forge), logins };
  for (const effect of audit.effects) verdicts.set(effect, await compareEffect(effect, at));
  return { ...audit, problems, forge: verdicts };
}

/** Asked afresh: what the store remembers of the forge is part of what is audited. */
const NOTHING_KNOWN: EtagTable = { get: async () => undefined, set: async () => {} };
