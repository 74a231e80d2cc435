import type { AgentRequest, AgentResult } from '../../../agents/agent.ts';
import type { Forge } from '../../../forge/forge.ts';
import type { Host } from '../../../host/host.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkEvent } from '../../../work/events.ts';
import type { WorkId } from '../../../work/ids.ts';
import type { Role } from '../../../work/roles.ts';
import type { AnswerSchema } from '../../../work/verdicts.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import type { History, StepResults } from './history.ts';
import type { FrozenInput } from '../input/input.ts';
import type { Ledger } from '../ledger.ts';
import type { RepoSettings } from '../settings.ts';

export interface SessionRequest {
  role: Role;
  /** What it is called in its team. */
  teammate?: string;
  prompt: string;
  cwd: string;
  access: 'read' | 'write';
  /** `untrusted`: neither what the repository brings nor a person's own set-up configures the agent. */
  input?: AgentRequest['input'];
  schema?: AnswerSchema;
  /** Where the configuration names no model for the role. */
  model?: string;
  /** How many sessions the step has at the same time, this one among them; they share what the item may cost. */
  atOnce?: number | undefined;
}

/** With a schema the answer is what the schema says; without one there is only text. */
export interface Sessions {
  <T>(request: SessionRequest & { schema: AnswerSchema<T> }): Promise<AgentResult & { structured: T }>;
  (request: SessionRequest): Promise<AgentResult>;
}

/** Everything a flow may use before a run exists: screening, admission, freezing. */
export interface WorkContext {
  host: Host;
  store: Store;
  forge: Forge;
  settings: RepoSettings;
  /** Our login, and the reviewer's where there is a second identity. */
  logins: readonly string[];
  /** Fail-closed: true only when the forge or the configuration says so. */
  trusts(login: string): Promise<boolean>;
}

/** What a step may use. */
export interface StepContext<
  Input extends FrozenInput = FrozenInput,
  Results extends StepResults = Record<string, unknown>,
> extends WorkContext {
  work: WorkId;
  run: RunRecord;
  round: number;
  input: Input;
  history: History<Results>;
  /** Posts reviews: a second identity where one is configured, else the same. */
  reviewer: Forge;
  workspaces: Workspaces;
  ledger: Ledger;
  signal: AbortSignal;
  /** What the configuration says at this moment; `settings` is what it said when the step's run was taken up. */
  settingsNow(): Promise<RepoSettings>;
  emit(event: WorkEvent): Promise<void>;
  /** A paid session: checked that it is still wanted, its limit reserved from the budgets, booked when it ends. */
  session: Sessions;
}
