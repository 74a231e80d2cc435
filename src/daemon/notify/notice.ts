import type { NotifyConfig } from '../../config/schema/notify.ts';
import { eventLine } from '../../render/event-line.ts';
import { redact } from '../../host/log/redact.ts';
import type { NewNotice } from '../../store/tables/outbox.ts';
import type { WorkEvent } from '../../work/events.ts';
import { answerWith } from '../../api/control/answer-with.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { STANDINGS } from '../../work/standings.ts';
import type { Flows } from '../../workflows/engine/flows.ts';

export type NoticeKind = NotifyConfig['on'][number];

/** What people are told of one event, before it takes the form of a channel. */
export interface Told {
  kind: NoticeKind;
  work: WorkId | null;
  /** Our own words and ids alone: safe wherever it is shown. */
  brief: string;
  /** What somebody else may have had a hand in: a reason, a question, an error. */
  detail: string;
  event: WorkEvent;
}

export const CHANNELS = ['desktop', 'webhook', 'slack'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The notices of one event, one per channel that is switched on. Pure. */
export function noticesOf(event: WorkEvent, notify: NotifyConfig, day: string, flows: Flows): NewNotice[] {
  const told = toldOf(event, flows);
  if (told === undefined || !notify.on.includes(told.kind)) return [];
  const once = onceOf(event, day);
  const body: unknown = JSON.parse(redact(JSON.stringify(told)));
  return CHANNELS.filter((channel) => isOn(notify, channel)).map((channel) => ({ channel, once, body }));
}

export function isOn(notify: NotifyConfig, channel: Channel): boolean {
  if (channel === 'desktop') return notify.desktop;
  const target = notify[channel];
  return target?.url !== undefined || target?.url_file !== undefined;
}

function onceOf(event: WorkEvent, day: string): string {
  // A repository that cannot be scanned fails at every scan; people hear of it once a day.
  if (event.type === 'repo.failed') return `${event.type} ${event.repo} ${day}`;
  // However often it is asked meanwhile, it is one rest.
  if (event.type === 'agent.rests') return `${event.type} ${event.agent} ${event.since}`;
  // A set-up fails for every item of its repository.
  if (event.type === 'item.waiting' && event.cause === 'setup')
    return `setup ${parseWorkId(event.work).repo} ${day}`;
  // Asked again after a crash, it is still the same question.
  return event.type === 'question.asked' ? `${event.type} ${event.id}` : '';
}

function toldOf(event: WorkEvent, flows: Flows): Told | undefined {
  const said = (kind: NoticeKind, brief: string, detail = ''): Told => ({
    kind,
    work: 'work' in event ? event.work : null,
    brief,
    detail,
    event,
  });
  switch (event.type) {
    case 'question.asked':
      return said('question', `${event.work} asks you something`, `${event.question}\n${answerWith(event)}`);
    case 'item.left':
      return leftAs(event, flows, said);
    case 'item.waiting':
      if (event.cause === 'setup')
        return said('daemon', `the set-up of ${parseWorkId(event.work).repo} fails`, event.reason);
      return event.cause === 'budget'
        ? said('budget', `${event.work} has no budget left`, event.reason)
        : undefined;
    case 'agent.rests':
      return said('daemon', `${event.agent} ${event.told ? 'rests' : 'cannot work'}`, eventLine(event));
    case 'daemon.started':
      return said('daemon', 'the daemon started');
    case 'daemon.stopped':
      return said('daemon', 'the daemon stopped');
    case 'config.rejected':
      return said('daemon', 'the changed configuration was refused', event.message);
    case 'repo.failed':
      return said('daemon', `${event.repo} cannot be scanned`, event.message);
    default:
      return undefined;
  }
}

function leftAs(
  event: Extract<WorkEvent, { type: 'item.left' }>,
  flows: Flows,
  said: (kind: NoticeKind, brief: string, detail?: string) => Told,
): Told | undefined {
  const { work, outcome, reason, question } = event;
  // Its question is told by itself.
  if (question !== undefined) return undefined;
  switch (STANDINGS[outcome].notice) {
    case 'skipped':
      return said('skipped', `${work} was left to a person`, reason);
    case 'failed':
      return said('failed', `${work} failed and is tried again later`, reason);
    case 'done': {
      const { finished } = flows.of(work).words;
      return said(finished.notice, `${work} ${finished.en}`, reason);
    }
    default:
      return undefined;
  }
}
