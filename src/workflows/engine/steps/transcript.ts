import type { AgentEvent } from '../../../agents/agent.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { WorkEvent } from '../../../work/events.ts';

const KEPT_TEXT = 20_000;
/** Of one thing a session says or does. */
const TOLD_TEXT = 2_000;

/** What a session says and does, in lines for the audit trail. A secret that it was shown is in none of them. */
export interface Transcript {
  note: (event: AgentEvent) => void;
  text(): string;
  /** Resolves when its notices are told. */
  told(): Promise<unknown>;
}

export function openTranscript(
  run: RunRecord,
  session: string,
  emit: (event: WorkEvent) => Promise<void>,
  redacted: (text: string) => string,
): Transcript {
  let lines = '';
  const notices: Promise<void>[] = [];
  return {
    note: (event) => {
      const said = lineOf(event);
      if (said === undefined) return;
      // Before it is cut: half of a secret is not known for one.
      const line = redacted(said.slice(0, KEPT_TEXT));
      // Told as it happens: people look at a session that runs for an hour, and at what went wrong beside its answer.
      const text = event.type === 'notice' ? redacted(event.text) : line.slice(0, TOLD_TEXT);
      notices.push(emit({ type: 'session.progress', work: run.work, run: run.id, text, session }));
      if (lines.length < KEPT_TEXT) lines += `${line}\n`;
    },
    text: () => lines,
    told: () => Promise.allSettled(notices),
  };
}

function lineOf(event: AgentEvent): string | undefined {
  if (event.type === 'text') return event.text;
  if (event.type === 'tool') return `> ${event.name} ${event.summary}`;
  if (event.type === 'denied') return `! denied ${event.tool}: ${event.reason}`;
  if (event.type === 'notice') return `# ${event.text}`;
  return undefined;
}
