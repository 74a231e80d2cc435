import type { AgentResult } from '../../agents/agent.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Host } from '../../host/host.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { WorkEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { AnswerSchema } from '../../work/verdicts.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { History } from './history.ts';
import type { FrozenInput } from './input.ts';
import type { Ledger } from './ledger.ts';
import type { RepoSettings } from './settings.ts';

/** What a session is for. The configuration names a model for each. */
export type SessionRole = 'analyze' | 'implement' | 'review' | 'improve' | 'resolve';

export interface SessionRequest {
  role: SessionRole;
  prompt: string;
  cwd: string;
  access: 'read' | 'write';
  schema?: AnswerSchema;
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
export interface StepContext<Input extends FrozenInput = FrozenInput> extends WorkContext {
  work: WorkId;
  run: RunRecord;
  round: number;
  input: Input;
  history: History;
  /** Posts reviews: a second identity where one is configured, else the same. */
  reviewer: Forge;
  workspaces: Workspaces;
  ledger: Ledger;
  signal: AbortSignal;
  emit(event: WorkEvent): Promise<void>;
  /** A paid session: checked that it is still wanted, its limit reserved from the budgets, booked when it ends. */
  session(request: SessionRequest): Promise<AgentResult>;
}
