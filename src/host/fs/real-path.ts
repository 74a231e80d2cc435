import { realpath as resolveLinks } from './node-fs.ts';
import { AutodevError } from '../../work/errors.ts';
import { errorCode, fileError } from './files.ts';

/** The folder or file without links on its way; `not_found` when there is none. */
export async function realpath(path: string): Promise<string> {
  try {
    return await resolveLinks(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR')
      throw new AutodevError('not_found', `no such file or folder: ${path}`, {
        data: { path },
        cause: error,
      });
    throw fileError(error, `cannot open ${path}`);
  }
}

/** Where a path really leads, so that a link is written through and not replaced; itself when nothing is there. */
export async function realPlace(path: string): Promise<string> {
  try {
    return await resolveLinks(path);
  } catch {
    return path;
  }
}
