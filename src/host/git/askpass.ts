import { join } from 'node:path';
import { writeAtomic } from '../fs/files.ts';
import { systemRandom, type Random } from '../random.ts';
import { temporaryFolder } from '../fs/temporary.ts';

/** Who git says it is to a forge. Neither is ever in an argument, a URL or a file. */
export interface GitLogin {
  username: string;
  token: string;
}

const PROGRAM = `#!/bin/sh
case "$1" in
  Username*) printf '%s\\n' "$AUTODEV_GIT_USER" ;;
  *) printf '%s\\n' "$AUTODEV_GIT_TOKEN" ;;
esac
`;

/**
 * The environment by which one git command answers for user and password. The program that git asks is written anew
 * for each command, where no session has worked, and is gone afterwards: one that lay there could have been
 * replaced by a session, and would be run with the token in its environment.
 */
export async function withAskpass<T>(
  login: GitLogin | undefined,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
  random: Random = systemRandom,
): Promise<T> {
  if (login === undefined) return work({});
  const folder = await temporaryFolder(random);
  try {
    const program = join(folder.path, random.hex(8));
    await writeAtomic(program, PROGRAM, 0o700);
    return await work({
      GIT_ASKPASS: program,
      AUTODEV_GIT_USER: login.username,
      AUTODEV_GIT_TOKEN: login.token,
    });
  } finally {
    await folder.remove();
  }
}
