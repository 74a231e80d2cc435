import { findProject } from '../../compose/pdca/project.ts';
import { signalProcess } from '../../host/process/signals.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<void> {
  const [{ livingTeams }, { prepare }] = await Promise.all([
    import('../../compose/pdca/team.ts'),
    import('./start.ts'),
  ]);
  const { start } = await prepare(input, false);
  const { root } = await findProject(start.host.git, start.cwd);
  const [feature] = input.args;
  const teams = (await livingTeams(input.home)).filter(
    (team) => team.root === root && (feature === undefined || team.feature === feature),
  );
  if (teams.length === 0)
    throw new AutodevError('not_found', 'no run is at work here', { hint: 'autodev auto status' });
  for (const team of teams) signalProcess(team.pid, 'SIGTERM');
  const features = teams.map((team) => team.feature);
  if (input.json) input.io.out(`${JSON.stringify({ schema_version: 1, stopped: features })}\n`);
  else
    input.io.out(
      `${features.map((name) => `stopping ${name}; go on with: autodev auto resume ${name}`).join('\n')}\n`,
    );
}
