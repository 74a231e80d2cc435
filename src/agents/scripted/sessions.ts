import { appendJsonLine, readTextIfAny } from '../../host/fs/files.ts';

/** One paid session. Written when it begins, so that a session that was killed counts too. */
export interface Session {
  session: string;
  rule: string | null;
  tag: string;
  cwd: string;
  role: string;
  model: string;
  access: string;
  schema: string;
  resumed: boolean;
  prompt: string;
  at: number;
}

export interface Sessions {
  add(session: Session): Promise<void>;
  all(): Promise<readonly Session[]>;
}

export function memorySessions(): Sessions {
  const known: Session[] = [];
  return {
    add: async (session) => void known.push(session),
    all: async () => known,
  };
}

/** Kept in a file of JSON lines, so that counters hold over processes and restarts. */
export function loggedSessions(path: string): Sessions {
  return {
    add: (session) => appendJsonLine(path, session),
    all: () => readSessionsLog(path),
  };
}

export async function readSessionsLog(path: string): Promise<Session[]> {
  const text = (await readTextIfAny(path)) ?? '';
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Session];
    } catch {
      // The last line of a process that was killed while it wrote.
      return [];
    }
  });
}
