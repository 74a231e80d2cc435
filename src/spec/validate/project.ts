import { isUtf8 } from 'node:buffer';
import { relative, sep } from 'node:path';
import { realpath } from '../../host/fs/real-path.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { isAutodevError } from '../../work/errors.ts';
import { parseSpecBytes } from '../parse/parse.ts';
import { claudeMdOf, folderOf } from '../references/canonical.ts';
import { openProject, type OpenOptions, type Project } from '../symbols/project.ts';
import { walkFolders } from '../tree/walk.ts';
import { fileFinding, findingsOf, verdictOf, type Validation } from './validate.ts';

/** Checks one file, every file below a folder, or the whole project. */
export async function validateProject(
  root: string,
  path: string | undefined,
  strict: boolean,
  options: OpenOptions,
): Promise<Validation & { files: number }> {
  const project = await openProject(root, options);
  const chosen = await chosenFiles(project, path);
  const reader = reusedReader();
  const found = chosen.map(({ dir, file }) => {
    try {
      const bytes = reader(`${project.root}/${file}`);
      const findings = findingsOf(dir, parseSpecBytes(bytes), project, file);
      if (!isUtf8(bytes))
        findings.warnings.unshift(fileFinding(file, 'FileError', 'the file is not valid UTF-8'));
      return findings;
    } catch (error) {
      if (!isAutodevError(error)) throw error;
      const why = error.why === undefined ? error.message : `${error.message}: ${error.why}`;
      return { errors: [fileFinding(file, 'FileError', why)], warnings: [] };
    }
  });
  return { ...verdictOf(found, strict), files: chosen.length };
}

interface Chosen {
  /** The module's folder, for references from it. */
  dir: string;
  /** Relative to the root. */
  file: string;
}

async function chosenFiles(project: Project, path: string | undefined): Promise<Chosen[]> {
  const real = await realpath(path ?? project.root);
  const inside = relative(project.root, real).split(sep).join('/');
  if (!isFolder(real)) return [{ dir: folderOf(inside), file: inside }];
  // Not from the index: a file that cannot be read is missing there, and has to be reported here.
  return [...walkFolders(project.root)]
    .filter(
      ({ dir, files }) =>
        files.includes('CLAUDE.md') && (inside === '' || `${dir}/`.startsWith(`${inside}/`)),
    )
    .map(({ dir }) => ({ dir, file: claudeMdOf(dir) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
