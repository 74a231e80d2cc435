import { askIndex, prepareQuestion, type Question } from '../../../sessions/query/ask.ts';
import { isoTime } from '../../../host/clock.ts';
import { MARKER } from '../../prompt.ts';

const OURS = `first_prompt_snippet LIKE '${MARKER.trimEnd()}%'`;
const MOST_ROWS = 50;

interface SessionsOf {
  /** `org/app`. */
  repo: string;
  from: number;
  to: number;
}

/** The questions that the agent of a day gets answered, and that people can ask themselves. */
const DAILY: readonly Question[] = [
  { perspective: 'filtered-sessions', params: [`prompt_pattern=${MARKER.trimEnd()}`] },
  { perspective: 'tool-frequency', params: [] },
  { perspective: 'repetition', params: [] },
];

/**
 * Each question as a command, and what the index answers: of sessions in this repository's worktrees that ended within
 * the span. What was asked in others, private ones too, must not reach an agent whose words are published in this one.
 */
export function dailyQueries(index: string, { repo, from, to }: SessionsOf): string {
  const inside = `instr(project, '/${repo}/') > 0`;
  const filter = `${OURS} AND ${inside} AND last_ts >= '${isoTime(from)}' AND last_ts < '${isoTime(to)}'`;
  return DAILY.map((question) => answered(index, { ...question, filter })).join('\n\n');
}

/** What one task's sessions used. */
export function taskQueries(index: string, sessions: readonly string[]): string {
  return sessions
    .filter((id) => /^[\w-]{1,80}$/.test(id))
    .map((id) =>
      answered(index, { perspective: 'tool-frequency', params: [], filter: `session_id = '${id}'` }),
    )
    .join('\n\n');
}

function answered(index: string, question: Question): string {
  const { perspective, params, filter } = question;
  const words = [
    'autodev sessions query --perspective',
    perspective,
    ...params.map((param) => `--param "${param}"`),
    ...(filter === undefined ? [] : [`--session-filter "${filter}"`]),
  ];
  const rows = askIndex(index, prepareQuestion(question)).slice(0, MOST_ROWS);
  return [`$ ${words.join(' ')}`, ...rows.map((row) => JSON.stringify(row))].join('\n');
}
