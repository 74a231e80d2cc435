import { counted } from '../../work/counted.ts';
import type { Input } from '../command.ts';
import { projectRoot } from './root.ts';

export async function run(input: Input): Promise<number> {
  const { migrateProject } = await import('../../spec/migrate/project.ts');
  const { io, json } = input;
  const dryRun = input.flag('dry-run');
  const { files, failed } = await migrateProject(await projectRoot(input.text('root')), dryRun);
  if (json) io.out(`${JSON.stringify(files)}\n`);
  else {
    for (const { file, migrated, from_version, to_version, changes, suggestions } of files) {
      const done = migrated ? 'migrated' : changes.length > 0 ? 'would be migrated' : 'unchanged';
      io.out(`${file}: ${done}${changes.length > 0 ? `, ${from_version} → ${to_version}` : ''}\n`);
      for (const change of changes) io.out(`  ${change.line}: ${change.description}\n`);
      for (const suggestion of suggestions) io.out(`  ${suggestion}\n`);
    }
    const count = files.filter(({ changes }) => changes.length > 0).length;
    io.out(`${count} of ${counted(files.length, 'file')} ${dryRun ? 'to migrate' : 'migrated'}\n`);
  }
  return failed.length === 0 ? 0 : 1;
}
