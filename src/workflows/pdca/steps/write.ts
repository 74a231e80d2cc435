import { join } from 'node:path';
import { ANSWERS } from '../verdicts/answers.ts';
import { contained } from '../../../host/fs/files.ts';
import { sha256 } from '../../../host/hash.ts';
import { AutodevError, isAutodevError } from '../../../work/errors.ts';
import { ask, type Asking } from './ask.ts';
import type { PdcaNeeds, Teammate } from './needs.ts';

const LARGEST = 1024 * 1024;

/** The text of a file of the project; undefined: none, or nothing a document may be. */
export async function documentAt(
  { host }: PdcaNeeds,
  cwd: string,
  path: string,
): Promise<string | undefined> {
  try {
    const place = await contained(cwd, path);
    return place === undefined ? undefined : await host.files.read(place, { cap: LARGEST });
  } catch (error) {
    if (isAutodevError(error)) return undefined;
    throw error;
  }
}

/** The lead's own write into files that sessions had: never through a link that leads out. */
export async function writeInside({ host, tree }: PdcaNeeds, path: string, text: string): Promise<void> {
  const place = await contained(tree.cwd, path);
  if (place === undefined) throw new AutodevError('refused', `${path} leads out of the project`);
  await host.files.makeFolder(join(place, '..'));
  await host.files.write(place, text);
}

/**
 * A teammate writes one document. It has to be there afterwards and to have changed, at the path that was asked for.
 * Otherwise one more session, then undefined.
 */
export async function writeDocument(
  asking: Asking,
  path: string,
  mate: Omit<Teammate, 'schema' | 'access'>,
): Promise<{ text: string; summary: string } | undefined> {
  const { needs } = asking;
  const { cwd } = needs.tree;
  const hash = (text: string | undefined) => (text === undefined ? '' : sha256(text));
  const place = await contained(cwd, path);
  if (place === undefined) throw new AutodevError('refused', `${path} leads out of the project`);
  await needs.host.files.makeFolder(join(place, '..'));
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const before = hash(await documentAt(needs, cwd, path));
    const { answer } = await ask(asking, { ...mate, access: 'write', schema: ANSWERS.document });
    const text = await documentAt(needs, cwd, path);
    const named = answer !== undefined && [path, `./${path}`, join(cwd, path)].includes(answer.path);
    if (named && text !== undefined && hash(text) !== before) return { text, summary: answer.summary };
  }
  return undefined;
}
