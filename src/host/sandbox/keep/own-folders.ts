import { join } from 'node:path';
import { systemClock } from '../../clock.ts';
import { makeFolder, writeAtomic } from '../../fs/files.ts';
import { copyFile, lstat } from '../../fs/node-fs.ts';
import { readCapped } from '../../fs/plain-file.ts';
import { messageOf } from '../../../work/errors.ts';
import type { OwnFolder } from '../sandbox.ts';
import { notRenewed } from './renewed-login.ts';
import { clearTranscripts } from './transcripts.ts';

/** Where the sandbox's own version of a config folder lies. */
export const ownPlace = (scratch: string, folder: OwnFolder) =>
  join(scratch, `sandbox-own${folder.at.replaceAll(/[^A-Za-z0-9]/g, '-')}`);

const LOGIN_CAP = 256 * 1024;

export interface OwnFolders {
  /** Takes back what may be kept, and says what was not and why. Once nothing in the sandbox is alive. */
  keep(): Promise<string[]>;
}

/** Copies into the sandbox's own folders what may be changed there, and remembers what it was. */
export async function openOwnFolders(folders: readonly OwnFolder[], scratch: string): Promise<OwnFolders> {
  const logins: { at: string; inside: string; before: string }[] = [];
  for (const folder of folders) {
    const own = ownPlace(scratch, folder);
    await makeFolder(own, 0o700);
    for (const name of folder.copied) await copyFile(join(folder.at, name), join(own, name)).catch(() => {});
    for (const name of folder.kept) {
      const [at, inside] = [join(folder.at, name), join(own, name)];
      const before = await readCapped(at, { cap: LOGIN_CAP, followLinks: true }).catch(() => undefined);
      if (before === undefined) continue;
      await writeAtomic(inside, before, 0o600);
      logins.push({ at, inside, before });
    }
    for (const name of folder.made) await makeFolder(join(folder.at, name), 0o700);
  }
  return {
    keep: async () => {
      const said: string[] = [];
      for (const login of logins) {
        const why = await keepLogin(login);
        if (why !== undefined)
          said.push(`${login.at} was changed in the sandbox, and that is not kept: ${why}`);
      }
      for (const folder of folders)
        for (const name of folder.made) said.push(...(await clearTranscripts(join(folder.at, name))));
      return said;
    },
  };
}

async function keepLogin(login: { at: string; inside: string; before: string }): Promise<string | undefined> {
  const { at, inside, before } = login;
  let after: string | undefined;
  try {
    const facts = await lstat(inside);
    if (facts.nlink !== 1 || facts.uid !== process.getuid?.()) return 'it is not a file of its own';
    after = await readCapped(inside, { cap: LOGIN_CAP });
  } catch (error) {
    return messageOf(error);
  }
  if (after === undefined || after === before) return undefined;
  const why = notRenewed(before, after, systemClock.now());
  if (why !== undefined) return why;
  // Another session, or the person, may have renewed it meanwhile.
  const now = await readCapped(at, { cap: LOGIN_CAP, followLinks: true }).catch(() => undefined);
  if (now !== before) return now === after ? undefined : 'it was changed outside meanwhile';
  await writeAtomic(at, after, 0o600);
  return undefined;
}
