import { askDaemon } from '../../api/control/ask.ts';

/** A running daemon looks at its repositories now instead of at its next tick. None running is fine. */
export async function wakeDaemon(home: string, repo: string): Promise<boolean> {
  const body = JSON.stringify({ name: 'scan', repo });
  const asked = await askDaemon(home, { method: 'POST', path: '/commands', body, idleMs: 5_000 });
  return asked.kind === 'answered' && asked.ok;
}
