import { constants, open } from './node-fs.ts';
import { AutodevError } from '../../work/errors.ts';
import { errorCode, fileError } from './files.ts';

/**
 * The text of a file that only its owner may read; undefined when there is none. Others able to read it, or something
 * else than a regular file in its place (a pipe would never end): refused. What was opened is what is checked. A link
 * is followed unless `ours` says that the file was written by us, who write none.
 */
export async function readSecret(path: string, { ours = false } = {}): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (ours ? constants.O_NOFOLLOW : 0);
  let file;
  try {
    file = await open(path, flags);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') throw notSecret(path, 'is a link', 'a file with a secret is a regular file');
    throw fileError(error, `cannot read ${path}`);
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile())
      throw notSecret(path, 'is not a regular file', 'a file with a secret is a regular file');
    if ((facts.mode & 0o077) !== 0) {
      const mode = (facts.mode & 0o777).toString(8);
      const why = `its mode is ${mode}; a file with a secret must be 600`;
      throw notSecret(path, 'can be read by others', why, `chmod 600 ${path}`);
    }
    return await file.readFile('utf8');
  } catch (error) {
    throw error instanceof AutodevError ? error : fileError(error, `cannot read ${path}`);
  } finally {
    await file.close();
  }
}

function notSecret(path: string, what: string, why: string, hint = `remove ${path}`): AutodevError {
  return new AutodevError('invalid_config', `${path} ${what}`, { why, hint });
}
