import type { AgentRequest } from '../../agents/agent.ts';
import type { Database } from '../../host/db/sqlite.ts';
import { sha256 } from '../../host/hash.ts';
import { localDate } from '../../host/log/daily-log.ts';
import { parseWorkId, type RunId, type WorkId } from '../../work/ids.ts';
import type { World } from '../world.ts';

/** What was told to a session, without the mark around text from outside, which is another one each time. */
function told({ prompt }: AgentRequest): string {
  const nonce = /<<<([0-9a-f]{16})/.exec(prompt)?.[1];
  return sha256(nonce === undefined ? prompt : prompt.replaceAll(nonce, '')).slice(0, 16);
}

/** How often a person has answered such a question of the item so. */
function answered(db: Database, work: WorkId, step: string, answer: string): number {
  const asked = 'SELECT count(*) AS n FROM questions WHERE work_id = ? AND step = ? AND answer = ?';
  return db.get<{ n: number }>(asked, work, step, answer)?.n ?? 0;
}

/** Writes a session down as it begins and ends. */
export function recordSession(
  world: World,
  { daemon, now, db }: { daemon: string; now: () => number; db: Database },
  request: AgentRequest,
) {
  const run = request.tag as RunId;
  const work = run.slice(0, run.indexOf('@')) as WorkId;
  const { repo, number } = parseWorkId(work);
  const { settings, time, trace } = world;
  const fact: World['sessions'][number] = {
    daemon,
    repo,
    work,
    run,
    role: request.role,
    step: request.role,
    // What changed no file, or what the checks refused, is asked for once more in the same words.
    told:
      request.access === 'read' ? `${told(request)} ${world.askedAgain.get(`${repo}#${number}`) ?? 0}` : '',
    began: time.now(),
    ended: null,
    ok: false,
    costUsd: 0,
    limits: {
      atOnce: settings.daemon.max_concurrent,
      atOncePerRepo: settings.daemon.max_concurrent_per_repo,
      // One more where people or checks asked for the run, and one for each round that a person allowed.
      reviews: settings.repo.max_review_rounds + 1 + answered(db, work, 'ask:rounds', 'continue'),
      itemUsd: settings.repo.budget.per_item_usd * (1 + answered(db, work, 'ask:budget', 'approve')),
      repoDayUsd: settings.repo.budget.per_repo_day_usd,
      dayUsd: settings.perDayUsd,
    },
    day: localDate(now()),
  };
  world.sessions.push(fact);
  trace.add(daemon, `a session begins to ${request.role}`, `${repo}#${number}`);
  return {
    fact,
    ended: ({ ending, costUsd }: { ending: string; costUsd: number }) => {
      fact.ended ??= time.now();
      fact.costUsd = costUsd;
      fact.day = localDate(now());
      trace.add(daemon, `the session to ${request.role} ended ${ending}, $${costUsd}`, `${repo}#${number}`);
    },
  };
}
