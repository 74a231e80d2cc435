import { local, span } from './moments.ts';
import { oneLine } from './one-line.ts';
import { visible, visibleLines } from './visible.ts';
import type { RecordedEvent, WorkEvent } from '../work/events.ts';

/** What happened, in one line for people; undefined for events that only matter to programs. */
export function eventLine(event: WorkEvent | RecordedEvent): string | undefined {
  const text = said(event);
  if (text === undefined) return undefined;
  // Titles, errors and what a session said come from outside: they are shown, whatever a terminal would do by them.
  return event.type === 'session.progress' ? visibleLines(text) : visible(oneLine(text));
}

function said(event: WorkEvent | RecordedEvent): string | undefined {
  switch (event.type) {
    case 'daemon.started':
      return `the daemon started (version ${event.version}, pid ${event.pid})`;
    case 'daemon.stopping':
      return `the daemon is stopping: ${event.reason}`;
    case 'daemon.stopped':
      return 'the daemon stopped';
    case 'daemon.paused':
      return 'the daemon was paused';
    case 'daemon.resumed':
      return 'the daemon goes on';
    case 'config.reloaded':
      return 'a changed configuration is in force';
    case 'config.rejected':
      return `the changed configuration was refused: ${event.message}`;
    case 'agent.rests':
      return `${event.agent} ${event.told ? 'rests until' : 'cannot work and is asked again at'} ${local(new Date(event.until).toISOString())}: ${event.text}`;
    case 'agent.works':
      return `${event.agent} works again after ${span(event.restedMs / 1_000)}`;
    case 'repo.scanned':
      return event.taken === 0
        ? undefined
        : `${event.taken} of ${event.found} ${event.target} of ${event.repo} taken`;
    case 'repo.failed':
      return `cannot scan ${event.repo}: ${event.message}`;
    case 'repo.config':
      return event.problems.length === 0
        ? `the settings of ${event.repo} itself have changed`
        : `not all that ${event.repo} says of itself is taken: ${event.problems.join('; ')}`;
    case 'item.queued':
      return `queued as ${event.phase}: ${event.title}`;
    case 'item.retried':
      return 'to be tried again';
    case 'item.refused':
      return `not taken: ${event.reason}`;
    case 'item.phase':
      return `${event.from} → ${event.to}`;
    case 'item.label':
      return labelLine(event);
    case 'item.waiting':
      return `waits: ${event.reason}`;
    case 'item.left':
      return `left as ${event.outcome}: ${event.reason}, ${dollars(event.costUsd)}`;
    case 'run.started':
      return `attempt ${event.attempt} began`;
    case 'step.started':
      return `${step(event)} began`;
    case 'step.replayed':
      return `${step(event)} was done before and is not done again`;
    case 'step.finished':
      return `${step(event)}: ${event.summary}`;
    case 'step.failed':
      return `${step(event)} failed: ${firstLine(event.message)}`;
    case 'effect.done':
      return event.found
        ? `${event.effect} ${event.target} was there already`
        : `${event.effect} ${event.target}`;
    case 'session.started':
      return `${event.agent} (${event.model}) began on ${event.step}`;
    case 'session.progress':
      return `  ${firstLine(event.text)}`;
    case 'session.finished':
      return `${event.agent} ${event.ok ? 'finished' : 'failed'} ${event.step}: ${event.turns} ${event.turns === 1 ? 'turn' : 'turns'}, ${dollars(event.costUsd)}`;
    case 'question.asked':
      return `asks: ${event.question}`;
    case 'question.answered':
      return `${event.by} answered "${event.answer}"`;
    case 'question.withdrawn':
      return `asks no longer: ${event.reason}`;
    case 'check.red':
      return `red: ${event.checks.join(', ')} on ${event.sha.slice(0, 7)}`;
    case 'check.flaky':
      return `flaky: ${event.check} passed when it was run again on ${event.sha.slice(0, 7)}`;
    case 'word.said':
      return event.ignored
        ? `ignored /autodev ${event.word} by ${event.by}: ${event.outcome}`
        : `${event.by} said /autodev ${event.word}: ${event.outcome}`;
    case 'order.ignored':
      return `does not wait for ${event.named.join(', ')}: ${event.by}, who wrote it, is not trusted here`;
    case 'text.removed':
      return `removed before reading: ${event.what}`;
    case 'error':
      return `error: ${event.message}${event.why ? ` (${firstLine(event.why)})` : ''}`;
  }
  return event satisfies never;
}

function labelLine({ added, removed }: Extract<WorkEvent, { type: 'item.label' }>): string | undefined {
  const changes = [...added.map((label) => `+${label}`), ...removed.map((label) => `-${label}`)];
  return changes.length === 0 ? undefined : `labels ${changes.join(' ')}`;
}

const step = ({ step: name, round }: { step: string; round: number }) =>
  round === 0 ? name : `${name} (${round + 1})`;
const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
const dollars = (usd: number) => `$${usd.toFixed(2)}`;
