import { NO_TOKENS, addTokens } from '../../work/prices.ts';
import {
  runToEnd,
  type Agent,
  type AgentEvent,
  type AgentName,
  type AgentProbe,
  type AgentRequest,
  type AgentResult,
} from '../agent.ts';
import { isMerged, mergeAnswers } from './answers.ts';
import { clip } from '../cli/reader.ts';
import { eventStream } from '../stream.ts';

/** One agent of a panel, with its own model and its own credential. */
export interface PanelMember {
  agent: Agent;
  model: string;
  env?: Readonly<Record<string, string>> | undefined;
}

/**
 * Several agents as one: asked side by side with the same prompt and folder, their answers merged by code. One
 * that is missing or fails is noted, not fatal. Where there is nothing that could be merged, the first member works
 * alone: nobody is paid for an answer that nobody reads.
 */
export function openPanel(members: readonly [PanelMember, ...PanelMember[]]): Agent {
  return {
    name: members[0].agent.name,
    probe: () => probeAll(members),
    run: (request) =>
      eventStream((emit, abandoned) => {
        const asked = isMerged(request.schema) ? members : [members[0]];
        const signals = [request.signal, abandoned].filter((signal) => signal !== undefined);
        return consult(asked, { ...request, signal: AbortSignal.any(signals) }, emit);
      }),
  };
}

interface Voice {
  name: AgentName;
  result: AgentResult;
}

async function consult(
  members: readonly PanelMember[],
  request: AgentRequest,
  emit: (event: AgentEvent) => void,
): Promise<AgentResult> {
  // The limit is the panel's; each member gets an equal part of it.
  const limits = { ...request.limits, budgetUsd: request.limits.budgetUsd / members.length };
  const voices = await Promise.all(
    members.map(async ({ agent, model, env }): Promise<Voice> => {
      const own = { ...request, model, limits, env: env ?? request.env };
      const result = await runToEnd(agent, own, (event) => {
        if (event.type !== 'finished' && event.type !== 'usage') emit(named(agent.name, event));
      });
      return { name: agent.name, result };
    }),
  );
  const heard = voices.filter(({ result }) => result.ok);
  const notes = voices
    .filter(({ result }) => !result.ok)
    .map(({ name, result }) => `${name} did not take part (${result.stopReason}): ${clip(result.text)}`);
  for (const text of notes) emit({ type: 'notice', text });
  const together = sum(voices);
  emit({ type: 'usage', tokens: together.tokens, costUsd: together.costUsd });
  const speaker = heard[0] ?? voices[0];
  if (speaker === undefined) throw new Error('a panel has at least one member');
  const result = { ...speaker.result, ...together };
  if (heard.length === 0) return { ...result, text: notes.join('\n'), ...soonest(voices) };
  if (request.schema === undefined) return result;
  const given = heard.map(({ name, result: { structured } }) => ({ agent: name, answer: structured }));
  const structured = mergeAnswers(given, notes);
  return { ...result, text: JSON.stringify(structured), structured };
}

/** When all of them rest, the first that wakes is worth asking. */
function soonest(voices: readonly Voice[]): Pick<AgentResult, 'resetsAt'> {
  const times = voices.flatMap(({ result: { resetsAt } }) => resetsAt ?? []);
  return times.length < voices.length ? {} : { resetsAt: Math.min(...times) };
}

/** Tools of two agents may have the same id. */
function named(agent: AgentName, event: AgentEvent): AgentEvent {
  return event.type === 'tool' || event.type === 'tool_result'
    ? { ...event, id: `${agent}:${event.id}` }
    : event;
}

function sum(voices: readonly Voice[]) {
  const results = voices.map(({ result }) => result);
  return {
    model: voices.map(({ result }) => result.model).join(', '),
    costUsd: results.reduce((total, result) => total + result.costUsd, 0),
    tokens: results.reduce((total, result) => addTokens(total, result.tokens), NO_TOKENS),
    turns: results.reduce((total, result) => total + result.turns, 0),
    denials: results.flatMap((result) => result.denials),
    durationMs: Math.max(...results.map((result) => result.durationMs)),
  };
}

async function probeAll(members: readonly [PanelMember, ...PanelMember[]]): Promise<AgentProbe> {
  const probes = await Promise.all(members.map(({ agent }) => agent.probe()));
  const usable = probes.find((probe) => probe.usable);
  return {
    name: members[0].agent.name,
    usable: usable !== undefined,
    path: usable?.path ?? null,
    version: usable?.version ?? null,
    problems: usable === undefined ? probes.flatMap((probe) => probe.problems) : [],
  };
}
