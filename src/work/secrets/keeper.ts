import { heldSecret, type HeldSecret } from './held.ts';

/** The secrets that this process holds, so that nothing that leaves it can carry one. They are only ever added. */
export interface SecretKeeper {
  hold(secret: string | undefined): void;
  all(): readonly HeldSecret[];
}

export function secretKeeper(secrets: Iterable<string> = []): SecretKeeper {
  const known = new Set<string>();
  const held: HeldSecret[] = [];
  const hold = (secret: string | undefined) => {
    if (secret === undefined || known.has(secret)) return;
    known.add(secret);
    const forms = heldSecret(secret);
    if (forms !== undefined) held.push(forms);
  };
  for (const secret of secrets) hold(secret);
  return { hold, all: () => held };
}
