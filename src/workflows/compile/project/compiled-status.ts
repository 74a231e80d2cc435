import { detectLanguage, type Inventory } from '../../../spec/language/detect.ts';
import { byName } from '../../../spec/references/canonical.ts';
import type { SpecStatus, StatusTarget } from '../../../spec/status/decide.ts';
import { openFinished } from './finished-file.ts';
import { prepare, type PreparedFor } from './plan.ts';

const AS_IT_IS = { conflict: 'skip', phase: 'full', testFiles: [], feedback: [] } as const;

/** Whether anything was compiled here that git would name as a target: only then more has to be known than git knows. */
export function wasCompiled(home: string, root: string, { targets }: SpecStatus): boolean {
  const finished = openFinished(home, root);
  return targets.some(({ dir }) => finished.get(dir) !== undefined);
}

/**
 * What git says, and what was compiled since: a module whose spec is not committed yet and whose code was just made
 * from it is no target. So that `status` names what `compile --incremental` would do.
 */
export function compiledStatus(
  project: PreparedFor & { home: string; inventory: Inventory },
  status: SpecStatus,
): SpecStatus {
  const { home, root, inventory } = project;
  const finished = openFinished(home, root);
  const targets: StatusTarget[] = [];
  const upToDate = [...status.up_to_date];
  for (const target of status.targets) {
    const { dir, mode } = target;
    const { language } = detectLanguage(dir, inventory);
    const { standing } =
      language === undefined
        ? { standing: 'to_do' }
        : prepare(project, AS_IT_IS, finished, { dir, mode, language });
    if (standing === 'finished' || standing === 'by_hand') upToDate.push(dir);
    else targets.push(standing === 'gone' ? { ...target, mode: 'create' } : target);
  }
  return { targets, up_to_date: upToDate.sort(byName) };
}
