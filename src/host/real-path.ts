import { realpath as resolveLinks, stat } from 'node:fs/promises';
import { AutodevError } from '../work/errors.ts';
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

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
