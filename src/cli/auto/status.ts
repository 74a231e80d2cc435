import { join } from 'node:path';
import { findProject } from '../../compose/pdca/project.ts';
import { readProjectFile } from '../../host/fs/plain-file.ts';
import { STATUS_PATH } from '../../workflows/pdca/documents/places.ts';
import { inert } from '../../render/visible.ts';
import { readStore } from '../daemon/stores.ts';
import type { Input } from '../command.ts';

export async function run(input: Input): Promise<void> {
  const [{ livingTeams }, { pdcaInput }, { readStatus }, { prepare }] = await Promise.all([
    import('../../compose/pdca/team.ts'),
    import('../../workflows/pdca/input.ts'),
    import('../../workflows/pdca/documents/status-file.ts'),
    import('./start.ts'),
  ]);
  const { start } = await prepare(input, false);
  const { root, repo } = await findProject(start.host.git, start.cwd);
  const running = (await livingTeams(input.home))
    .filter((team) => team.root === root)
    .map(({ feature, pid }) => ({ feature, pid }));
  const open = await readStore(input.home, (store) => store.runs.open(repo));
  const resumable = open.flatMap((one) => {
    const read = pdcaInput.safeParse(one.input);
    return read.success &&
      !read.data.options.dryRun &&
      !running.some(({ feature }) => feature === read.data.options.feature)
      ? [read.data.options.feature]
      : [];
  });
  const status = readStatus(await readProjectFile(join(root, STATUS_PATH)));
  if (input.json) {
    input.io.out(`${JSON.stringify({ schema_version: 1, running, resumable, status: status ?? null })}\n`);
    return;
  }
  const lines = [
    ...running.map(({ feature, pid }) => `${feature}: at work (process ${pid})`),
    ...resumable.map((feature) => `${feature}: stopped; autodev auto resume ${feature}`),
    ...Object.entries(status?.features ?? {}).map(
      ([feature, one]) =>
        `${feature}: ${one.mode} ${one.score}/5, ${one.phaseNumber > 5 ? 'finished' : `in phase ${one.phaseNumber} ${one.phase}`}${one.matchRate === null ? '' : `, gap ${one.matchRate} %`}`,
    ),
  ];
  input.io.out(`${lines.length === 0 ? 'no run here' : inert(lines.join('\n'))}\n`);
}
