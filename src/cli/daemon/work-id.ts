import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { isWorkId, parseWorkId, workId, type WorkId } from '../../work/ids.ts';
import { idAndRest, meant, parseShortId, unseenBy } from './short-id.ts';

const SHOWN = 20;

interface Finding {
  /**
   * For commands that change something: a whole id then means itself and never a longer one (`…:4` is not `…:42`).
   */
  exactly?: boolean;
  /** An item of a registered repository passes that nothing is recorded about: the daemon asks the forge. */
  unseen?: boolean;
}

/** The item that the words of a command line mean, when they mean nothing else. */
export async function findWorkOf(
  store: Store,
  args: readonly string[],
  options: Finding = {},
): Promise<WorkId> {
  const { id, rest } = idAndRest(args);
  if (rest.length > 0) throw new AutodevError('usage', `unexpected argument: ${rest[0] ?? ''}`);
  return findWork(store, id, options);
}

/** The item that a person means: by its id, the beginning of it, or its number with or without what it is of. */
export async function findWork(store: Store, text: string, options: Finding = {}): Promise<WorkId> {
  const short = parseShortId(text);
  if (short === undefined) return findByBeginning(store, text, options);
  const numbered = (await store.events.numbered(short.number)).map((id) => ({ id, ...parseWorkId(id) }));
  const found = meant(short, numbered).map(({ id }) => id);
  if (found.length === 0 && options.unseen === true) {
    const repos = (await store.repositories.list()).map(({ name }) => name);
    found.push(...unseenBy(short, repos).map(({ type, repo }) => workId(type, repo, short.number)));
  }
  return theOnly(text, found);
}

async function findByBeginning(store: Store, text: string, options: Finding): Promise<WorkId> {
  const found = text === '' ? [] : await store.events.works(text, SHOWN + 1);
  const same = found.find((id) => id === text);
  if (same !== undefined) return same;
  const itself = isWorkId(text) && (found.length === 0 || options.exactly === true);
  if (options.unseen === true && itself && (await isRegistered(store, text))) return text;
  if (found.length === 1 && options.exactly === true && isWorkId(text))
    throw notFound(text, `did you mean ${found[0] ?? ''}?`);
  return theOnly(text, found);
}

function theOnly(text: string, found: readonly WorkId[]): WorkId {
  const [only, ...others] = found;
  if (only === undefined)
    throw notFound(text, 'autodev list --all shows what is known; an id looks like issue:owner/repo:42');
  if (others.length === 0) return only;
  throw new AutodevError('usage', `${text} can mean several items`, {
    why: `${found.slice(0, SHOWN).join(', ')}${found.length > SHOWN ? ', …' : ''}`,
    hint: 'write more of the id',
    data: { candidates: found.slice(0, SHOWN) },
  });
}

function notFound(id: string, hint: string): AutodevError {
  return new AutodevError('not_found', `no item ${id}`, { hint, data: { id } });
}

async function isRegistered(store: Store, id: WorkId): Promise<boolean> {
  return (await store.repositories.find(parseWorkId(id).repo)) !== undefined;
}
