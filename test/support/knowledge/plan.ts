import { addDays } from '../../../src/work/day.ts';
import { seeded, type Seeded } from '../seeded.ts';

/** What happened in a month, as plain lists: everything else is written from them, and counted from them by hand. */
export interface Task {
  repo: string;
  type: 'issue' | 'pr';
  number: number;
  day: string;
  outcome: 'done' | 'failed' | 'skip';
  error: string;
  minutes: number;
  usd: number;
  /** Remarks of each round of review. */
  rounds: string[][];
  sessions: Session[];
}

export interface Session {
  id: string;
  agent: 'claude' | 'codex' | 'gemini';
  reads: number;
  /** Runs of the tests that failed, one after the other. */
  failing: number;
  edits: string[];
}

export interface Planted {
  day: string;
  repo: string;
}

export interface Month {
  repos: string[];
  days: string[];
  tasks: Task[];
  planted: Record<'loop' | 'remark' | 'hotfile' | 'failure' | 'outlier', Planted>;
}

const REMARK = 'A value that may be null is used without a check';
export const HOT = 'src/api/client.ts';
export const OUTAGE = 'the session ended with idle';

/** A word that nobody has said before. */
const word = (random: Seeded): string =>
  Array.from({ length: 8 }, () => 'abcdefghijklmnopqrstuvwxyz'.charAt(random.below(26))).join('');
const sentence = (random: Seeded): string => Array.from({ length: 5 }, () => word(random)).join(' ');

export function planMonth(seed: number, length = 30, from = '2026-03-01'): Month {
  const random = seeded(seed);
  const repos = ['org/app', 'org/site', 'team/tool'];
  const days = Array.from({ length }, (_, at) => addDays(from, at));
  const plant = (): Planted => ({
    day: days[Math.ceil(length / 3) + random.below(Math.floor((length * 2) / 3))] ?? from,
    repo: repos[random.below(repos.length)] ?? 'org/app',
  });
  const planted = { loop: plant(), remark: plant(), hotfile: plant(), failure: plant(), outlier: plant() };
  const month: Month = { repos, days, tasks: [], planted };
  let number = 0;
  for (const repo of repos)
    for (const day of days) {
      // Some days nothing happens.
      const busy = random.below(7) === 0 ? 0 : 3 + random.below(4);
      for (let i = 0; i < busy; i += 1) month.tasks.push(ordinary(random, repo, day, (number += 1)));
    }
  for (const [what, { day, repo }] of Object.entries(planted))
    for (let i = 0; i < 4; i += 1)
      month.tasks.push(special(what, i, ordinary(random, repo, day, (number += 1))));
  return month;
}

function ordinary(random: Seeded, repo: string, day: string, number: number): Task {
  const type = random.below(2) === 0 ? 'issue' : 'pr';
  const luck = random.below(20);
  const outcome = luck === 0 ? 'failed' : luck === 1 ? 'skip' : 'done';
  return {
    repo,
    type,
    number,
    day,
    outcome,
    error: `the checks of attempt ${number} failed: ${sentence(random)}`,
    minutes: 1 + random.below(40),
    usd: (1 + random.below(300)) / 100,
    rounds:
      type === 'pr'
        ? Array.from({ length: 1 + random.below(2) }, (_, at) => [
            `${sentence(random)} in \`part${number}x${at}\``,
          ])
        : [],
    sessions: Array.from({ length: 1 + random.below(2) }, () => ({
      id: random.uuid(),
      agent: random.pick(['claude', 'codex', 'gemini'] as const),
      reads: random.below(9),
      failing: random.below(3),
      edits: [`src/own/file-${number}.ts`],
    })),
  };
}

function special(what: string, at: number, task: Task): Task {
  const [session] = task.sessions;
  if (session === undefined) return task;
  if (what === 'loop' && at < 3)
    Object.assign(session, {
      failing: 3 + at,
      edits: [`src/api/a-${task.number}.ts`, `src/api/b-${task.number}.ts`],
    });
  if (what === 'remark' && at < 3) {
    task.type = 'pr';
    task.rounds = [[`${REMARK} (\`x${task.number}\`)`]];
  }
  if (what === 'hotfile') session.edits = [HOT, ...session.edits];
  if (what === 'failure')
    Object.assign(task, { outcome: 'failed', error: `${OUTAGE}\nafter ${task.number} s` });
  if (what === 'outlier' && at === 0) session.reads = 200;
  return task;
}
