import { isoTime } from '../../host/clock.ts';
import { sha256 } from '../../host/hash.ts';
import { VERDICTS_VERSION } from '../../work/verdicts.ts';
import { argv } from '../../workflows/develop/checkpoints/argv.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { isMailOnly, type PdcaFrom, type PdcaOptions } from '../../workflows/pdca/options.ts';
import { commandsFor, refuseLoggedOut } from '../../workflows/pdca/steps/context.ts';
import { PROMPTS_VERSION } from '../../workflows/prompt.ts';
import { carryOn } from './carry-on.ts';
import { mainBranch, refuseTaken } from './place.ts';
import { asksPerson } from './needs.ts';
import { findProject, refuseDirty, type Project } from './project.ts';
import type { PdcaEnd, PdcaStart } from './start.ts';
import { withStore } from './store.ts';

/** A new run in the project where the command stands. All that keeps it from starting is said before it is paid for. */
export async function startPdca(start: PdcaStart, asked: PdcaOptions): Promise<PdcaEnd> {
  const { host } = start;
  const project = await findProject(host.git, start.cwd);
  const asksWhenExhausted = asked.interactive || (await asksPerson(start, project));
  const options = { ...asked, asksWhenExhausted };
  const { context } = start.parsed.config;
  if (options.custom !== null) argv(options.custom);
  const writes = !options.dryRun && !isMailOnly(options);
  if (writes) await refuseTaken(host.git, project, options.feature);
  if (writes && !options.worktree) await refuseDirty(host.git, project);
  for (const source of ['slack', 'gmail'] as const) {
    if (options[source] === null) continue;
    const at = { host, cwd: project.root, signal: start.signal };
    if (options.dryRun) commandsFor({ context, options }, source);
    else await refuseLoggedOut(at, commandsFor({ context, options }, source).status, source);
  }
  return withStore(start, async (store) => {
    const baseSha = options.worktree ? await mainBranch(host.git, project) : project.head;
    const about = { baseSha, startedAt: isoTime(host.clock.now()), from: null };
    return carryOn(start, store, project, inputOf(project, options, about), { resumed: false });
  });
}

/** The frozen input of a run in this project. */
export function inputOf(
  { root, repo, branch }: Project,
  options: PdcaOptions,
  about: { baseSha: string; startedAt: string; from: PdcaFrom | null },
): PdcaInput {
  return {
    repo,
    // A dry run is an item of its own: it neither replaces a run of that name nor is told its costs.
    number: numberOf(`${root}\n${options.feature}${options.dryRun ? '\ndry run' : ''}`),
    title: options.feature,
    author: 'you',
    contentHash: sha256(options.task),
    baseRef: branch ?? '',
    lesson: null,
    options,
    root,
    versions: { prompts: PROMPTS_VERSION, verdicts: VERDICTS_VERSION },
    ...about,
  };
}

const numberOf = (text: string): number => Number.parseInt(sha256(text).slice(0, 7), 16) || 1;
