import { join } from 'node:path';
import type { Forge } from '../../forge/forge.ts';
import { isoTime } from '../../host/clock.ts';
import { exists, modifiedAt, readTextIfAny } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import type { PullOutcome } from '../../store/tables/pull-outcomes.ts';
import type { Store } from '../../store/store.ts';
import { isAutodevError, messageOf } from '../../work/errors.ts';
import { readAftermath } from '../../workflows/workspace/aftermath/aftermath.ts';
import { readReverts } from '../../workflows/workspace/aftermath/reverts.ts';

const DAY_MS = 24 * 3_600_000;
/** Merged is for good; what was closed may be opened again and merged. So many of a repository, the newest, are asked. */
const CLOSED_ASKED = 50;

interface Parts {
  host: Host;
  store: Store;
  /** Opened only where something has to be asked. Undefined: it cannot be; what is known stays. */
  forge: () => Promise<Forge | undefined>;
  /** The folder of the base clones. */
  workspaces: string;
  say: (text: string) => void;
}

/** What became of pull requests. What was found out once for good is not asked or counted again. */
export async function pullOutcomes(
  parts: Parts,
  wanted: readonly { repo: string; number: number }[],
): Promise<PullOutcome[]> {
  const { store } = parts;
  const known = new Map(
    (await store.pullOutcomes.all()).map((each) => [`${each.repo}#${each.number}`, each]),
  );
  const found: PullOutcome[] = [];
  for (const [repo, mine] of Map.groupBy(wanted, (each) => each.repo)) {
    const clone = await openClone(parts, repo);
    const closed = mine.map(({ number }) => known.get(`${repo}#${number}`)).filter(isClosed);
    const settled = new Set(closed.sort((a, b) => b.number - a.number).slice(CLOSED_ASKED));
    for (const { number } of mine) {
      const before = known.get(`${repo}#${number}`);
      const isFinal = before !== undefined && (before.state === 'merged' || settled.has(before));
      const asked = isFinal ? before : await askForge(parts, { repo, number }, before);
      if (asked === undefined) continue;
      const outcome = clone === undefined ? asked : await clone.follow(asked);
      if (outcome !== before) await store.pullOutcomes.put(outcome);
      found.push(outcome);
    }
  }
  return found;
}

const isClosed = (outcome: PullOutcome | undefined): outcome is PullOutcome => outcome?.state === 'closed';

async function askForge(
  parts: Parts,
  { repo, number }: { repo: string; number: number },
  before: PullOutcome | undefined,
): Promise<PullOutcome | undefined> {
  const forge = await parts.forge();
  if (forge === undefined) return before;
  try {
    const pull = await forge.pull(repo, number);
    if (before?.state === pull.state && !pull.merged) return before;
    return {
      repo,
      number,
      state: pull.merged ? 'merged' : pull.state,
      mergeSha: pull.mergeSha,
      mergedAt: null,
      linesAdded: null,
      survived7: null,
      survived30: null,
      reverted: false,
      method: null,
    };
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return before;
    parts.say(`autodev: the forge cannot be asked: ${messageOf(error)}\n`);
    parts.forge = async () => undefined;
    return before;
  }
}

/** The base clone as it was fetched last; undefined when there is none. */
async function openClone(
  { host, workspaces }: Parts,
  repo: string,
): Promise<{ follow(outcome: PullOutcome): Promise<PullOutcome> } | undefined> {
  const folder = join(workspaces, ...repo.split('/'), 'main');
  if (!(await exists(folder))) return undefined;
  const at = { cwd: folder };
  const { git, clock } = host;
  const read = await git.run(['rev-parse', '--verify', '-q', 'refs/autodev/base'], { ...at, ok: [1, 128] });
  const tip = read.stdout.toString('utf8').trim();
  if (read.code !== 0 || tip === '') return undefined;
  const reverts = await readReverts(git, at, { tip, repo });
  const fetchedAt = await lastFetch(folder);
  return {
    follow: async (outcome) => {
      const { state, mergeSha, number } = outcome;
      if (state !== 'merged' || mergeSha === null) return outcome;
      // What happened upstream later than the clone was fetched is not known yet.
      const now = Math.min(clock.now(), fetchedAt);
      const reverted = await reverts.isReverted({ number, mergeSha });
      // Every write waits for the disk: a base that moved is no reason to write all that was ever merged into it again.
      if (!isDue(outcome, now)) return reverted === outcome.reverted ? outcome : { ...outcome, reverted };
      const ref = await git.run(['rev-parse', '--verify', '-q', `refs/remotes/pull/${number}`], {
        ...at,
        ok: [1, 128],
      });
      const head = ref.code === 0 ? ref.stdout.toString('utf8').trim() : undefined;
      const seen = await readAftermath(git, at, { sha: mergeSha, head }, { tip, now });
      if (seen === undefined) return outcome;
      const { method, linesAdded, survived7, survived30, mergedAt } = seen;
      return { ...outcome, reverted, method, linesAdded, survived7, survived30, mergedAt: isoTime(mergedAt) };
    },
  };
}

/** Git begins this file anew with each fetch, and leaves it empty when the fetch failed. */
async function lastFetch(folder: string): Promise<number> {
  const path = join(folder, '.git', 'FETCH_HEAD');
  const read = (await readTextIfAny(path)) ?? '';
  const at = read === '' ? undefined : await modifiedAt(path);
  return at ?? (await modifiedAt(join(folder, '.git', 'HEAD'))) ?? 0;
}

/** Something is to be counted that was not, or whose time has come since. */
function isDue({ mergedAt, linesAdded, survived7, survived30 }: PullOutcome, now: number): boolean {
  if (mergedAt === null || linesAdded === null) return true;
  const days = (now - Date.parse(mergedAt)) / DAY_MS;
  return (survived7 === null && days >= 7) || (survived30 === null && days >= 30);
}
