import { join } from 'node:path';
import type { ParsedConfig } from '../../config/parse.ts';
import { settleRepo } from '../../config/repo/settle-repo.ts';
import { readProjectFile } from '../../host/fs/plain-file.ts';
import type { Store } from '../../store/store.ts';
import { workId } from '../../work/ids.ts';
import { argv } from '../../workflows/develop/checkpoints/argv.ts';
import type { RepoSettings } from '../../workflows/engine/settings.ts';
import type { PdcaFlowParts } from '../../workflows/pdca/flow.ts';
import { goalCommands } from '../../workflows/pdca/goals/goals.ts';
import { projectFacts } from '../../workflows/pdca/goals/facts.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { isMailOnly } from '../../workflows/pdca/options.ts';
import { forgeOf } from '../../workflows/pdca/steps/issues.ts';
import type { PdcaNeeds } from '../../workflows/pdca/steps/needs.ts';
import type { Workspaces } from '../../workflows/workspace/workspaces.ts';
import type { ProjectForge } from './forge.ts';
import type { PdcaStart } from './start.ts';
import type { Team } from './team.ts';

/** What a run has around it while it is at work. */
export interface Around {
  team: Team;
  tree: PdcaNeeds['tree'];
  workspaces: Workspaces;
  /** Places outside its folder that its sessions may read. */
  shows: readonly string[];
}

/** What the lead's steps need, from a person's own project. */
export async function needsOf(
  { host, parsed, talk }: PdcaStart,
  store: Store,
  input: PdcaInput,
  around: Around & { settings: RepoSettings; forge: ProjectForge | undefined },
): Promise<PdcaFlowParts['needs']> {
  const { options } = input;
  const { settings, tree, team, forge } = around;
  const custom = [...settings.checks, ...(options.custom === null ? [] : [argv(options.custom)])];
  const work = workId('pdca', input.repo, input.number);
  // Looked for at each step: tests that a session wrote first bring their command along.
  const facts = () => projectFacts(host.files, tree.cwd, { configured: settings.goals, custom });
  return async (context, done) => ({
    host,
    options,
    tree,
    base: input.baseSha,
    from: input.from,
    startedAt: input.startedAt,
    done,
    goals: isMailOnly(options) ? [] : goalCommands(await facts()),
    goalTimeoutMs: settings.check_timeout_secs * 1_000,
    context: parsed.config.context,
    signal: context.signal,
    session: (request) => context.session(request),
    say: talk.say,
    mail: (message) => {
      talk.mail?.(message);
      return team.mail(message);
    },
    booked: () => store.costs.byStep(work, context.run.id),
    forge: forge && forgeOf(context, forge),
  });
}

/** The settings of a person's own project: the defaults, and its own file. */
export async function settingsOf({ parsed }: PdcaStart, project: Pick<PdcaInput, 'repo' | 'root'>) {
  return (await settled(parsed, project)).config;
}

/** Whether it is written, not only the default, that a person is asked when rounds are used up. */
export async function asksPerson(
  { parsed }: PdcaStart,
  project: Pick<PdcaInput, 'repo' | 'root'>,
): Promise<boolean> {
  const { values } = await settled(parsed, project);
  return values.some(
    ({ key, value, origin }) => key === 'on_exhausted' && value === 'human' && origin !== 'default',
  );
}

async function settled(parsed: ParsedConfig, { repo, root }: Pick<PdcaInput, 'repo' | 'root'>) {
  const text = await readProjectFile(join(root, '.autodev.yaml'));
  const own = text === undefined ? undefined : { file: '.autodev.yaml', text };
  const place = { registered: { name: repo, url: `https://localhost/${repo}`, enabled: true } };
  return settleRepo(parsed.source, parsed.config, place, own);
}
