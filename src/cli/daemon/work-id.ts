import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { isWorkId, parseWorkId, type WorkId } from '../../work/ids.ts';

const SHOWN = 20;

/**
 * The item that a person means by its id or the beginning of it. `exactly` is for commands that change something: a
 * whole id then means itself and never a longer one (`…:4` is not `…:42`). `unseen` lets a whole id pass that nothing is
 * recorded about, where its repository is registered: the daemon asks the forge.
 */
export async function findWork(
  store: Store,
  text: string,
  options: { exactly?: boolean; unseen?: boolean } = {},
): Promise<WorkId> {
  const found = text === '' ? [] : await store.events.works(text, SHOWN + 1);
  const same = found.find((id) => id === text);
  if (same !== undefined) return same;
  const itself = isWorkId(text) && (found.length === 0 || options.exactly === true);
  if (options.unseen === true && itself && (await isRegistered(store, text))) return text;
  const [only] = found;
  if (found.length > 1) {
    throw new AutodevError('usage', `${text} can mean several items`, {
      why: `${found.slice(0, SHOWN).join(', ')}${found.length > SHOWN ? ', …' : ''}`,
      hint: 'write more of the id',
      data: { candidates: found.slice(0, SHOWN) },
    });
  }
  if (only === undefined || (options.exactly === true && isWorkId(text))) {
    throw new AutodevError('not_found', `no item ${text}`, {
      hint:
        only !== undefined
          ? `did you mean ${only}?`
          : 'autodev list shows what is in work; an id looks like issue:owner/repo:42',
      data: { id: text },
    });
  }
  return only;
}

async function isRegistered(store: Store, id: WorkId): Promise<boolean> {
  return (await store.repositories.find(parseWorkId(id).repo)) !== undefined;
}
