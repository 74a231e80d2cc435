import { isUtf8 } from 'node:buffer';
import { contained, modeOf, writeAtomic } from '../../host/fs/files.ts';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { realpath } from '../../host/fs/real-path.ts';
import { messageOf } from '../../work/errors.ts';
import { claudeMdOf } from '../references/canonical.ts';
import { walkFolders } from '../tree/walk.ts';
import { CURRENT_VERSION } from '../parse/parse.ts';
import { migrate, type Migration } from './migrate.ts';

export interface FileMigration extends Omit<Migration, 'text'> {
  file: string;
  /** The file was rewritten; never in a dry run. */
  migrated: boolean;
}

export interface ProjectMigration {
  files: FileMigration[];
  /** Files that could not be read or written. */
  failed: string[];
}

/** Every CLAUDE.md of a project. One that cannot be changed is reported and left as it is. */
export async function migrateProject(path: string, dryRun: boolean): Promise<ProjectMigration> {
  const root = await realpath(path);
  const reader = reusedReader();
  const files: FileMigration[] = [];
  const failed: string[] = [];
  for (const { dir, files: names } of walkFolders(root)) {
    if (!names.includes('CLAUDE.md')) continue;
    const file = claudeMdOf(dir);
    try {
      files.push(await migrateFile(root, file, reader, dryRun));
    } catch (error) {
      failed.push(file);
      files.push(untouched(file, messageOf(error)));
    }
  }
  files.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { files, failed };
}

async function migrateFile(
  root: string,
  file: string,
  reader: (path: string) => Buffer,
  dryRun: boolean,
): Promise<FileMigration> {
  // A link may lead out of the project: such a file is somebody else's.
  const place = await contained(root, file);
  if (place === undefined) return untouched(file, 'Not touched: it is a link that leads out of the project');
  const bytes = reader(place);
  if (!isUtf8(bytes)) return untouched(file, 'Not touched: it is not valid UTF-8');
  const { text, ...result } = migrate(bytes.toString('utf8'));
  const migrated = result.changes.length > 0 && !dryRun;
  if (migrated) await writeAtomic(place, text, await modeOf(place));
  return { file, migrated, ...result };
}

function untouched(file: string, suggestion: string): FileMigration {
  return {
    file,
    migrated: false,
    from_version: '1.0',
    to_version: CURRENT_VERSION,
    changes: [],
    suggestions: [suggestion],
  };
}
