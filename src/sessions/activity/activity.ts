import { openDatabase, type Database } from '../../host/db/sqlite.ts';
import type { AgentName } from '../locate/transcript.ts';

/** A session as the index has it, with what it did. */
export interface SessionActivity {
  id: string;
  agent: AgentName;
  /** Its transcripts, those of sub-agents included. */
  files: string[];
  /** The working folder. */
  project: string | null;
  endedAt: string;
  tools: Record<string, number>;
  edits: { seq: number; path: string }[];
}

/** Which sessions: those that ended between two times (ISO), with a first prompt that begins so. */
export interface Between {
  from: string;
  to: string;
  prompt: string;
}

const CHOSEN = `SELECT key, id, agent, project, last_ts AS endedAt FROM sessions
  WHERE last_ts >= ?1 AND last_ts < ?2 AND substr(first_prompt_snippet, 1, length(?3)) = ?3`;

type Chosen = Pick<SessionActivity, 'agent' | 'project' | 'endedAt'>;

/** What sessions did, from an index that is up to date. */
export function activityBetween(index: string, { from, to, prompt }: Between): SessionActivity[] {
  const db = openDatabase(index, { readOnly: true });
  try {
    // Each table is gone through once: they are in the order of files, not of sessions.
    const rows = <T>(sql: string) => db.all<T & { id: string }>(sql, from, to, prompt);
    const sessions = new Map<string, SessionActivity>();
    for (const { id, agent, project, endedAt } of rows<Chosen>(`${CHOSEN} ORDER BY first_ts, id`))
      sessions.set(id, { id, agent, project, endedAt, files: [], tools: {}, edits: [] });
    for (const { id, path } of rows<{ path: string }>(
      `SELECT chosen.id, path FROM files JOIN (${CHOSEN}) AS chosen ON chosen.key = files.session ORDER BY sub, path`,
    ))
      sessions.get(id)?.files.push(path);
    for (const { id, tool, n } of rows<{ tool: string; n: number }>(
      `SELECT session_id AS id, classified_name AS tool, count(*) AS n FROM tool_uses
       WHERE session_id IN (SELECT id FROM (${CHOSEN})) GROUP BY 1, 2 ORDER BY 1, 2`,
    )) {
      const session = sessions.get(id);
      if (session !== undefined) session.tools[tool] = n;
    }
    for (const { id, seq, path } of editRows(db, { from, to, prompt }))
      sessions.get(id)?.edits.push({ seq, path });
    return [...sessions.values()];
  } finally {
    db.close();
  }
}

function editRows(db: Database, { from, to, prompt }: Between): { id: string; seq: number; path: string }[] {
  return db.all(
    `SELECT session_id AS id, seq, file_path AS path FROM file_edits
     WHERE session_id IN (SELECT id FROM (${CHOSEN})) ORDER BY file_id, seq`,
    from,
    to,
    prompt,
  );
}
