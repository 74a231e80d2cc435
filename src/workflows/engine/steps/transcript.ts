import type { AgentEvent } from '../../../agents/agent.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { WorkEvent } from '../../../work/events.ts';

const KEPT_TEXT = 20_000;

/** What a session says and does, in lines for the audit trail. */
export interface Transcript {
  note: (event: AgentEvent) => void;
  text(): string;
  /** Resolves when its notices are told. */
  told(): Promise<unknown>;
}

export function openTranscript(run: RunRecord, emit: (event: WorkEvent) => Promise<void>): Transcript {
  let lines = '';
  const notices: Promise<void>[] = [];
  return {
    note: (event) => {
      // What went wrong beside the answer (an agent of several that took no part) is told, not only kept.
      if (event.type === 'notice')
        notices.push(emit({ type: 'session.progress', work: run.work, run: run.id, text: event.text }));
      const line = lineOf(event);
      if (line !== undefined && lines.length < KEPT_TEXT) lines += `${line}\n`;
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
