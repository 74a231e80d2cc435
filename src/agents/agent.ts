import type { Tokens } from '../work/prices.ts';
import type { Role } from '../work/roles.ts';
import type { AnswerSchema } from '../work/verdicts.ts';

/** One coding agent behind one contract: a run is a typed stream of events, its result a fold over them. */
export interface Agent {
  readonly name: AgentName;
  /**
   * Always ends, and its last event is `finished`. Aborting the signal stops the agent and everything it
   * has started before the stream ends. Failures of the agent are results with `ok: false`, not exceptions.
   */
  run(request: AgentRequest): AsyncIterable<AgentEvent>;
  /** Whether the agent can be used at all: found, supported version, safety flags present, logged in. */
  probe(): Promise<AgentProbe>;
}

export type AgentName = 'claude' | 'codex' | 'gemini' | 'scripted';

export interface AgentRequest {
  /** What the session is for. */
  role: Role;
  prompt: string;
  cwd: string;
  model: string;
  /** `read` may look and run commands that do not write; `write` may change files below `cwd`. */
  access: 'read' | 'write';
  /** Asked for when the answer decides a branch. The adapter checks it again whatever the CLI promises. */
  schema?: AnswerSchema | undefined;
  limits: AgentLimits;
  /** The whole environment of the agent: PATH, HOME, LANG, TMPDIR and the model's credential. Never a forge token. */
  env: Readonly<Record<string, string>>;
  /** Value of AUTODEV_RUN in the environment of every process of this run. */
  tag: string;
  /**
   * `trusted`: the repository's own agent config applies, and with `home: user` the person's too.
   * `untrusted`: nothing from the repository is loaded.
   */
  input: 'trusted' | 'untrusted';
  /** Id of an earlier session to go on with. */
  resume?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface AgentLimits {
  turns: number;
  budgetUsd: number;
  wallMs: number;
  idleMs: number;
}

export type AgentEvent =
  | { type: 'started'; sessionId: string; model: string }
  | { type: 'text'; text: string }
  | { type: 'tool'; id: string; name: string; summary: string }
  | { type: 'tool_result'; id: string; ok: boolean; summary: string }
  | { type: 'denied'; tool: string; reason: string }
  | { type: 'usage'; tokens: Tokens; costUsd: number }
  | { type: 'notice'; text: string }
  | { type: 'finished'; result: AgentResult };

export type StopReason =
  | 'completed'
  | 'no_answer'
  | 'turn_limit'
  | 'budget_limit'
  | 'wall_time'
  | 'idle'
  | 'cancelled'
  | 'api_error'
  | 'not_logged_in'
  /** The provider says that it is enough for now: a usage or rate limit, or nothing left to spend. */
  | 'limit'
  /** The model did not answer at all: no connection, or an error of the provider's own. */
  | 'unreachable'
  | 'unavailable'
  | 'plugin_error'
  | 'bad_request'
  /** A script has no rule for this prompt: the prompt's fault as little as the item's. */
  | 'no_rule'
  | 'crashed';

export interface AgentResult {
  ok: boolean;
  stopReason: StopReason;
  /** The last text the agent wrote, or what went wrong. */
  text: string;
  /** What it wrote in place of the answer it was asked for. */
  said?: string | undefined;
  /** When it is worth asking again, where that is known: a provider says when its limit is over. */
  resetsAt?: number | undefined;
  /** The checked answer; present whenever `ok` and a schema was asked for. */
  structured?: unknown;
  sessionId: string;
  model: string;
  costUsd: number;
  tokens: Tokens;
  turns: number;
  denials: { tool: string; reason: string }[];
  durationMs: number;
  exitCode: number | null;
  stderrTail: string;
}

export interface AgentProbe {
  name: AgentName;
  usable: boolean;
  path: string | null;
  version: string | null;
  /** What is missing and what to do about it, one sentence each. Empty when usable. */
  problems: string[];
}

/** The one-shot view of a run. */
export async function runToEnd(
  agent: Agent,
  request: AgentRequest,
  onEvent: (event: AgentEvent) => void = () => {},
): Promise<AgentResult> {
  let result: AgentResult | undefined;
  for await (const event of agent.run(request)) {
    onEvent(event);
    if (event.type === 'finished') result = event.result;
  }
  if (result === undefined) throw new Error(`${agent.name}: the event stream ended without a result`);
  return result;
}
