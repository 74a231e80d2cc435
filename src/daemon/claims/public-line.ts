import type { Publishable } from '../../workflows/model-text/publishable.ts';
import { shownLine } from '../../workflows/model-text/shown.ts';
import { withoutMachinePaths } from '../../workflows/publish/machine-paths.ts';

/** A reason as people may read it on the forge: inert, on one line, without paths of this machine. */
export function publicLine(reason: string, repo: string): Publishable {
  return shownLine(withoutMachinePaths(reason, repo));
}
