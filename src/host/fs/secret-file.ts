import { readFile, stat } from './node-fs.ts';
import { AutodevError } from '../../work/errors.ts';
import { errorCode, fileError } from './files.ts';

/** The text of a file that only its owner may read; undefined when there is none. Others able to read it: refused. */
export async function readSecret(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new AutodevError('invalid_config', `${path} can be read by others`, {
        why: `its mode is ${(mode & 0o777).toString(8)}; a file with a secret must be 600`,
        hint: `chmod 600 ${path}`,
      });
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof AutodevError) throw error;
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw fileError(error, `cannot read ${path}`);
  }
}
