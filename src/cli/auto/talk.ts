import type { Asked, PdcaEnd, PdcaTalk } from '../../compose/pdca/run.ts';
import { isoTime, systemClock } from '../../host/clock.ts';
import type { WorkEvent } from '../../work/events.ts';
import { PHASES } from '../../workflows/pdca/mode.ts';
import type { Input } from '../command.ts';
import { banner, resumePrompt } from './banner.ts';

/** How a run is shown: one JSON object per line, plain lines for a pipe, a live last line on a terminal. */
export interface Shown {
  talk: PdcaTalk;
  end(end: PdcaEnd): number;
}

export function show(input: Input, language: 'en' | 'ko', interactive: boolean): Shown {
  const { io, json } = input;
  const live = !json && io.errIsTerminal;
  const clear = live ? '\r\u001b[K' : '';
  let cost = 0;
  const object = (event: string, more: object) =>
    io.out(`${JSON.stringify({ schema_version: 1, at: isoTime(systemClock.now()), event, ...more })}\n`);
  const line = (text: string) => io.out(`${clear}${text}\n`);
  const say = (text: string) => (json ? object('say', { text }) : line(text));
  const event = (one: WorkEvent) => {
    if (one.type === 'session.finished') cost += one.costUsd;
    if (json) object(one.type, one);
    else if (one.type === 'session.started') tellStart(one);
    else if (one.type === 'step.failed') line(`[${one.step}] ${one.message}`);
  };
  const tellStart = ({ step, role, model }: WorkEvent & { type: 'session.started' }) => {
    const phase = ['pdca-team', 'pdca-plan', 'pdca-design', 'pdca-do', 'pdca-check', 'pdca-act'].indexOf(
      step,
    );
    const text = `[Phase ${phase}] ${PHASES[phase] ?? ''}: ${role ?? ''} (${model})`;
    if (live) io.err(`${clear}${text} $${cost.toFixed(2)}`);
    else line(text);
  };
  return {
    talk: {
      say,
      event,
      ask: io.inIsTerminal || interactive ? (asked) => askPerson(input, asked, language) : undefined,
    },
    end: (end) => {
      if (live) io.err(clear);
      for (const note of end.notes) say(note);
      if (json)
        object('end', {
          outcome: end.outcome,
          feature: end.feature,
          mode: end.mode,
          score: end.score,
          phase: end.phase,
          report: end.report,
          cost_usd: end.costUsd,
          sessions: end.sessions,
          reason: end.reason,
          unresolved: end.unresolved,
        });
      else {
        for (const open of end.unresolved) line(`- ${open}`);
        line(
          `${end.outcome}: ${end.feature} (${end.mode} ${end.score}/5), ${end.sessions} sessions, $${end.costUsd.toFixed(2)}`,
        );
        if (end.report !== null) line(end.report);
        if (end.outcome === 'failed' || end.outcome === 'stopped') line(resumePrompt(end.feature, language));
      }
      if (end.budget) return 6;
      return end.outcome === 'done' ? 0 : 1;
    },
  };
}

/** The banner of a phase's end and the choices; Enter, or the end of the input, takes the first. */
async function askPerson({ io, json }: Input, asked: Asked, language: 'en' | 'ko'): Promise<string> {
  const { options } = asked;
  const text = asked.about === 'phase' ? banner(asked, language) : asked.text;
  if (!json) io.out(`${text}\n`);
  const said =
    (await io.ask(`${options.map((option, at) => `${at + 1}) ${option}`).join('  ')} [1] `))?.trim() ?? '';
  const chosen = options[Number(said) - 1] ?? options.find((option) => option === said);
  if (chosen !== undefined) return chosen;
  // Nothing said: a phase goes on by default, what went wrong does not.
  return asked.about === 'phase' ? (options[0] ?? '') : 'stop';
}
