import { ASKED, type Asked, type Input } from '../command.ts';
import { AutodevError } from '../../work/errors.ts';

/** More than a terminal shows; whoever has more types another letter. */
const SHOWN = 200;
/** bash expands what it is offered, substitutions too: nothing else is ever printed. */
const PLAIN = /^[\w:./[\]-]+$/;

/** For the completion scripts: what a word can be, one per line. What cannot be told is nothing, never an error. */
export async function run({ args: [kind = '', begun = ''], io, json, home }: Input): Promise<void> {
  const asked = ASKED.find((each) => each === kind);
  if (asked === undefined)
    throw new AutodevError('usage', `no words of the kind ${kind}`, {
      hint: `there are ${ASKED.join(', ')}`,
    });
  const words = await KINDS[asked](home, begun).catch(() => []);
  const fitting = words.filter((word) => word.startsWith(begun) && PLAIN.test(word)).slice(0, SHOWN);
  io.out(
    json
      ? `${JSON.stringify({ schema_version: 1, words: fitting })}\n`
      : fitting.map((word) => `${word}\n`).join(''),
  );
}

const KINDS: Record<Asked, (home: string, begun: string) => Promise<string[]>> = {
  ids: async (home, begun) => {
    const { readStore } = await import('../daemon/stores.ts');
    return readStore(home, (store) => store.events.works(begun, SHOWN));
  },
  repositories,
  keys: async (home, begun) => {
    const { allKeys } = await import('../../config/keys/keys.ts');
    const keys = allKeys().map(({ key }) => key);
    const plain = keys.filter((key) => !key.includes('[]'));
    if (!begun.startsWith('repos[')) return plain;
    const ofRepos = keys.filter((key) => key.startsWith('repos[].'));
    return (await repositories(home)).flatMap((name) =>
      ofRepos.map((key) => key.replace('repos[]', `repos[${name}]`)),
    );
  },
  perspectives: async () => {
    const { PERSPECTIVES } = await import('../../sessions/perspectives/all.ts');
    return PERSPECTIVES.map(({ name }) => name);
  },
};

async function repositories(home: string): Promise<string[]> {
  const [{ readStore }, { loadConfig }, { knownRepos }] = await Promise.all([
    import('../daemon/stores.ts'),
    import('../../config/load.ts'),
    import('../repo/known.ts'),
  ]);
  const loaded = await loadConfig(home);
  return readStore(home, async (store) => (await knownRepos(store, loaded)).map(({ name }) => name));
}
