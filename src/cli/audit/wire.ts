import { effectPage } from '../../daemon/dashboard/effect-page.ts';
import type { Pages } from '../../daemon/dashboard/pages.ts';
import type { Head } from '../../store/chain/chain.ts';
import type { ChainProblem } from '../../store/chain/check.ts';
import type { CausedEffect } from '../../store/tables/effects.ts';
import { isWorkId } from '../../work/ids.ts';
import { DIFFERENCES, type Difference, type Verdict } from '../../workflows/audit/verdict.ts';
import { authorOf, whatWasWritten } from '../../workflows/audit/what.ts';

export interface Audit {
  effects: readonly CausedEffect[];
  pages: Pages;
  chain: { entries: number; head: Head | undefined; rowsBefore: number };
  problems: readonly ChainProblem[];
  /** Undefined where the forge was not asked. */
  forge: ReadonlyMap<CausedEffect, Verdict> | undefined;
}

export const linkOf = (effect: CausedEffect, pages: Pages): string | null =>
  isWorkId(effect.work) ? effectPage(effect, pages) : null;

const isDifference = ({ state }: Verdict): boolean => DIFFERENCES.includes(state as Difference);

export function forgeDifferences({ effects, forge }: Audit): { effect: CausedEffect; verdict: Verdict }[] {
  return effects.flatMap((effect) => {
    const verdict = forge?.get(effect);
    return verdict !== undefined && isDifference(verdict) ? [{ effect, verdict }] : [];
  });
}

export const differencesIn = (audit: Audit): number => audit.problems.length + forgeDifferences(audit).length;

/** How many effects the forge shows as they were recorded, and how many could not be compared. */
export function forgeCounts({ forge }: Audit): { same: number; unchecked: number } {
  const states = [...(forge?.values() ?? [])].map(({ state }) => state);
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  return { same: count('same'), unchecked: count('unchecked') };
}

export function auditWire(audit: Audit) {
  const { chain, problems, forge } = audit;
  const differences = forgeDifferences(audit).map(({ effect, verdict }) => ({
    kind: verdict.state,
    text: verdict.text,
    id: effect.work,
    run: effect.run,
    key: effect.key,
    url: linkOf(effect, audit.pages),
  }));
  return {
    schema_version: 1,
    ok: differencesIn(audit) === 0,
    effects: audit.effects.map((effect) => effectWire(effect, audit)),
    chain: {
      ok: problems.length === 0,
      entries: chain.entries,
      head: chain.head?.hash ?? null,
      rows_before: chain.rowsBefore,
      problems,
    },
    forge: forge === undefined ? null : { ok: differences.length === 0, ...forgeCounts(audit), differences },
  };
}

function effectWire(effect: CausedEffect, { pages, problems, forge }: Audit) {
  const { seq, work, run, key, kind, status, result, createdAt, doneAt, step, round, session, agent } =
    effect;
  return {
    seq,
    id: work,
    run,
    kind,
    target: key.slice(kind.length + 1),
    what: whatWasWritten(effect),
    status,
    by: authorOf(result),
    at: createdAt,
    done_at: doneAt,
    step,
    round,
    session,
    agent,
    url: linkOf(effect, pages),
    chain: problems.find((each) => each.run === run && each.key === key)?.kind ?? 'ok',
    forge: forge?.get(effect) ?? null,
  };
}
