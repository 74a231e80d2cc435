import { counted } from '../../work/counted.ts';
import type { PdcaEnd, PdcaTalk } from '../../compose/pdca/start.ts';
import { isoTime, systemClock } from '../../host/clock.ts';
import { inert } from '../../render/visible.ts';
import type { WorkEvent } from '../../work/events.ts';
import { STEPS } from '../../workflows/pdca/decide.ts';
import { PHASES } from '../../workflows/pdca/mode.ts';
import type { Input } from '../command.ts';
import { askPerson } from './ask.ts';
import { resumePrompt } from './banner.ts';

/** How a run is shown: one JSON object per line, plain lines for a pipe, a live last line on a terminal. */
export interface Shown {
  talk: PdcaTalk;
  /** One line of `--json`. */
  object(event: string, more: object): void;
  end(end: PdcaEnd): number;
}

export function show(input: Input, language: 'en' | 'ko', interactive: boolean): Shown {
  const { io, json } = input;
  const live = !json && io.errIsTerminal;
  const clear = live ? '\r\u001b[K' : '';
  const object = (event: string, more: object) =>
    io.out(`${JSON.stringify({ schema_version: 1, at: isoTime(systemClock.now()), event, ...more })}\n`);
  // Words of models, mails and programs: they move no cursor.
  const line = (text: string) => io.out(`${clear}${inert(text)}\n`);
  const say = (text: string) => (json ? object('say', { text }) : line(text));
  const teammates = liveLine((text) => (live ? io.err(`${clear}${inert(text)}`) : line(text)), live);
  return {
    object,
    talk: {
      say,
      event: (one) => {
        if (json) object(one.type, one);
        else if (one.type === 'step.failed') line(`[Phase ${phaseOf(one.step)}] ${one.message}`);
        else teammates(one);
      },
      mail: json ? (message) => object('message', message) : undefined,
      ask:
        io.inIsTerminal || interactive
          ? (asked) => {
              if (json) object('ask', { about: asked.about, text: asked.text, options: asked.options });
              return askPerson(input, asked, language);
            }
          : undefined,
    },
    end: (end) => {
      if (live) io.err(clear);
      for (const note of end.notes) say(note);
      if (json) object('end', endObject(end));
      else for (const text of endLines(end, language)) line(text);
      if (end.budget) return 6;
      if (end.interrupted) return 130;
      return end.outcome === 'done' ? 0 : 1;
    },
  };
}

const phaseOf = (step: string): number => STEPS.findIndex((name) => name === step);

/** Phase, teammate, its how-manieth session, and what was paid so far. */
function liveLine(tell: (text: string) => void, live: boolean): (event: WorkEvent) => void {
  let cost = 0;
  const counts = new Map<string, number>();
  return (event) => {
    if (event.type === 'session.finished') cost += event.costUsd;
    if (event.type !== 'session.started') return;
    const { step, role = '', teammate = role, model } = event;
    const phase = phaseOf(step);
    const count = (counts.get(`${step} ${teammate}`) ?? 0) + 1;
    counts.set(`${step} ${teammate}`, count);
    const text = `[Phase ${phase}] ${PHASES[phase] ?? ''}: ${teammate} (${model})`;
    tell(live ? `${text} #${count} $${cost.toFixed(2)}` : text);
  };
}

function endObject(end: PdcaEnd): object {
  const { outcome, feature, mode, score, phase, report, costUsd, sessions, reason, unresolved } = end;
  return { outcome, feature, mode, score, phase, report, cost_usd: costUsd, sessions, reason, unresolved };
}

function endLines(end: PdcaEnd, language: 'en' | 'ko'): string[] {
  const { outcome, feature, mode, score, sessions, costUsd, report } = end;
  const resumable = end.interrupted || end.budget || outcome === 'failed' || outcome === 'stopped';
  return [
    ...end.unresolved.map((open) => `- ${open}`),
    `${outcome}: ${feature} (${mode} ${score}/5), ${counted(sessions, 'session')}, $${costUsd.toFixed(2)}`,
    ...(report === null ? [] : [report]),
    ...(resumable ? [resumePrompt(feature, language)] : []),
  ];
}
