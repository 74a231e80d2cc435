import { isAutodevError } from '../../../work/errors.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { hashOf } from '../../engine/input/freeze.ts';
import type { PullInput } from '../input.ts';
import { excuseKey, flakeKey, idOf } from '../next-cause.ts';
import type { PullResults } from '../results.ts';
import type { RerunIntent, RerunResult } from './rerun-record.ts';

type Context = StepContext<PullInput, PullResults>;
type Done<Name extends keyof PullResults> = Promise<StepResult<PullResults[Name]>>;

/** Says which checks are about to be fixed; by these steps the rounds are counted. */
export async function startCi({ input, work, emit }: Context): Done<'ci'> {
  const checks = (input.again?.red ?? []).map(({ context }) => context);
  await emit({ type: 'check.red', work, checks, sha: input.headSha });
  return { result: { checks }, summary: `to fix: ${checks.join(', ')}` };
}

/** Each red check once more on the same commit, before anything is paid for it. */
export async function rerunChecks(context: Context): Done<'rerun'> {
  const { input, forge, ledger, host } = context;
  const { repo, headSha: sha } = input;
  const wanted = input.again?.rerun ?? [];
  for (const { context: name, id } of wanted) {
    let sent = false;
    await ledger.perform<RerunResult>({
      kind: 'rerun',
      target: `${sha} ${name}`,
      intent: { sha, context: name, id, at: host.clock.now() } satisfies RerunIntent,
      find: async () => {
        const now = (await forge.checks(repo, sha)).find((check) => check.context === name);
        // Some apps leave the old report as it is until they have a new one: then only we know that we asked.
        return sent || now === undefined || now.id !== id || now.state !== 'failure' ? { id } : undefined;
      },
      write: async () => {
        const check = (await forge.checks(repo, sha)).find((each) => each.id === id);
        const busy = check !== undefined && (await isBusy(forge.rerunCheck(repo, check)));
        sent = true;
        return busy ? { id, busy } : { id };
      },
    });
  }
  return { result: { count: wanted.length }, summary: `${wanted.length} run again` };
}

/**
 * Jobs of one workflow are run again one after another: while one of them is, the forge refuses the others, which have
 * their turn then. Any other refusal means that we cannot have it run again: what it said stands.
 */
async function isBusy(asked: Promise<void>): Promise<boolean> {
  try {
    await asked;
  } catch (error) {
    if (!isAutodevError(error, 'forge_rejected', 'forge_forbidden', 'forge_not_found')) throw error;
    return /already running/.test(error.message);
  }
  return false;
}

/** Counted, for people and for the day's report, and never told twice. */
export async function sayFlaky({ input, store, work, emit }: Context): Done<'flaky'> {
  const flaky = input.again?.flaky ?? [];
  const key = flakeKey(work, input.headSha);
  const told = (await store.meta.get(key))?.split('\n') ?? [];
  for (const check of flaky)
    if (!told.includes(check)) await emit({ type: 'check.flaky', work, check, sha: input.headSha });
  await store.meta.set(key, [...new Set([...told, ...flaky])].join('\n'));
  return { result: { count: flaky.length }, summary: `flaky: ${flaky.join(', ')}` };
}

/** Remembered, so that the same reports are not read and judged anew with every scan. */
export async function sayNeverRan({ input, store, work }: Context): Done<'neverRan'> {
  const checks = input.again?.neverRan ?? [];
  await store.meta.set(excuseKey(work), hashOf({ sha: input.headSha, red: checks.map(idOf) }));
  return {
    result: { count: checks.length },
    summary: `never ran: ${checks.map(({ context }) => context).join(', ')}`,
  };
}
