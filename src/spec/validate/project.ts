import { isUtf8 } from 'node:buffer';
import { relative, sep } from 'node:path';
import { realpath } from '../../host/fs/real-path.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { isAutodevError } from '../../work/errors.ts';
import { REQUIRED } from '../parse/names.ts';
import { FIRST_VERSION, parseSpecBytes, type ParsedSpec } from '../parse/parse.ts';
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
  const looked = chosen.map(({ dir, file, walked }) => {
    try {
      const bytes = reader(`${project.root}/${file}`);
      const parsed = parseSpecBytes(bytes);
      if (walked && dir === '' && isNotes(parsed)) return undefined;
      const findings = findingsOf(dir, parsed, project, file);
      if (!isUtf8(bytes))
        findings.warnings.unshift(fileFinding(file, 'FileError', 'the file is not valid UTF-8'));
      return findings;
    } catch (error) {
      if (!isAutodevError(error)) throw error;
      const why = error.why === undefined ? error.message : `${error.message}: ${error.why}`;
      return { errors: [fileFinding(file, 'FileError', why)], warnings: [] };
    }
  });
  const found = looked.filter((each) => each !== undefined);
  return { ...verdictOf(found, strict), files: found.length };
}

/** A repository's own notes to agents, not the spec of a module: nothing in it says that it wants to be one. */
function isNotes({ spec, diagnostics }: ParsedSpec): boolean {
  const missing = diagnostics.find(({ error_type: type }) => type === 'MissingSection');
  return missing?.section === REQUIRED.join(', ') && spec.schema_version === FIRST_VERSION;
}

interface Chosen {
  /** The module's folder, for references from it. */
  dir: string;
  /** Relative to the root. */
  file: string;
  /** Found below a folder; not named by itself. */
  walked: boolean;
}

async function chosenFiles(project: Project, path: string | undefined): Promise<Chosen[]> {
  const real = await realpath(path ?? project.root);
  const inside = relative(project.root, real).split(sep).join('/');
  if (!isFolder(real)) return [{ dir: folderOf(inside), file: inside, walked: false }];
  // Not from the index: a file that cannot be read is missing there, and has to be reported here.
  return [...walkFolders(project.root)]
    .filter(
      ({ dir, files }) =>
        files.includes('CLAUDE.md') && (inside === '' || `${dir}/`.startsWith(`${inside}/`)),
    )
    .map(({ dir }) => ({ dir, file: claudeMdOf(dir), walked: true }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
