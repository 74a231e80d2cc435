import { askIndex, prepareQuestion, type Question } from '../../../sessions/query/ask.ts';
import { MARKER } from '../../prompt.ts';

const OURS = `first_prompt_snippet LIKE '${MARKER.trimEnd()}%'`;
const MOST_ROWS = 50;

/** The questions that the agent of a day gets answered, and that people can ask themselves. */
const DAILY: readonly Question[] = [
  { perspective: 'filtered-sessions', params: [`prompt_pattern=${MARKER.trimEnd()}`] },
  { perspective: 'tool-frequency', params: [], filter: OURS },
  { perspective: 'repetition', params: [], filter: OURS },
];

/** Each question as a command, and what the index answers. `since` and later only. */
export function dailyQueries(index: string, since: string): string {
  return DAILY.map((question) => answered(index, { ...question, since })).join('\n\n');
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
