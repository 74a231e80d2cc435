import type { Host } from '../../host/host.ts';
import type { AgentEvent, AgentRequest } from '../agent.ts';
import type { AgentSettings } from '../settings.ts';
import type { Needs } from './support.ts';

/** What one session of a CLI is about. */
export interface CliRun {
  host: Host;
  settings: AgentSettings;
  needs: Needs;
  request: AgentRequest;
  emit: (event: AgentEvent) => void;
  /** Aborted when nobody reads the events any more. */
  abandoned: AbortSignal;
}
