import type { WorkId } from '../../work/ids.ts';
import type { Phase } from '../../work/phases.ts';
import type { WorkContext } from './steps/context.ts';
import type { RepoSettings } from './settings.ts';

/** A work item as the daemon hands it to the engine. */
export interface EngineItem {
  work: WorkId;
  phase: Phase;
  settings: RepoSettings;
  trusts: WorkContext['trusts'];
  onPhase(phase: Phase): Promise<void>;
}
