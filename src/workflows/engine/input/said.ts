import type { Forge } from '../../../forge/forge.ts';
import { Superseded } from '../stops/interruptions.ts';
import type { WorkContext } from '../steps/context.ts';
import type { FrozenInput } from './input.ts';

/** What a person said about an item. */
export interface Said {
  author: string;
  body: string;
}

/** What people said, beside the item itself, that a run is frozen with and its sessions obey. */
export interface Hears<Input extends FrozenInput> {
  frozen(input: Input): readonly Said[];
  /** As it stands on the forge at this moment, whoever said it. */
  now(forge: Forge, at: { repo: string; number: number }): Promise<readonly Said[]>;
}

type Heard = { hears?: Hears<FrozenInput> };

/** Whose words a session obeyed, or is about to, has to have our trust still. Throws `Superseded` otherwise. */
export async function trustsVoices(
  { hears }: Heard,
  input: FrozenInput,
  { trusts }: WorkContext,
): Promise<void> {
  const authors = new Set(hears?.frozen(input).map(({ author }) => author));
  for (const author of authors)
    if (author !== input.author && !(await trusts(author)))
      throw new Superseded(`${author}, who said what it goes by, has no longer our trust`);
}

/** What a session is about to be given has to stand there still, as it was said. Throws `Superseded` otherwise. */
export async function stillSaid({ hears }: Heard, input: FrozenInput, { forge }: WorkContext): Promise<void> {
  const frozen = hears?.frozen(input) ?? [];
  if (hears === undefined || frozen.length === 0) return;
  const now = await hears.now(forge, input);
  const gone = frozen.find(
    ({ author, body }) => !now.some((each) => each.author === author && each.body === body),
  );
  if (gone !== undefined) throw new Superseded(`what ${gone.author} said was edited or taken back`);
}
