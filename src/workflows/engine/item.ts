import type { WorkId } from '../../work/ids.ts';
import type { Phase } from '../../work/phases.ts';
import type { WorkContext } from './steps/context.ts';
import type { RepoSettings } from './settings.ts';

/** A work item as the daemon hands it to the engine. */
export interface EngineItem {
  work: WorkId;
  phase: Phase;
  /** As they were when it was handed over. */
  settings: RepoSettings;
  /** As they are at this moment: what people changed meanwhile holds for the next session and the next effect. */
  settingsNow(): Promise<RepoSettings>;
  trusts: WorkContext['trusts'];
  onPhase(phase: Phase): Promise<void>;
}
