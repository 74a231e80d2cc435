import { sha256 } from '../../host/hash.ts';
import type { ClaudeMdSpec } from '../spec.ts';

/** One thing that a spec promises and a test can check. */
export interface Clause {
  id: string;
  kind: 'behavior' | 'contract' | 'use_case';
  text: string;
  line: number;
  /** Of its text: by it a clause that moves keeps its id. */
  hash: string;
  /** The function it is about, where the spec says so. */
  symbol?: string | undefined;
}

/** What is remembered of a clause from one compile to the next. */
export type KnownClause = Pick<Clause, 'id' | 'hash'>;

type Unnamed = Omit<Clause, 'id' | 'hash'>;

/** A clause may begin with an id of its own: `[B7] …`, `B7: …`. */
const OWN_ID = /^\[?((?:UC|[A-Z])-?\d+)(?:\]:?|:)\s+/;

/**
 * Every behavior, contract clause and use case with its id: its own, else the one it had (`known`), else the next free
 * number of its kind in the order of the text. A clause that was reworded in its place so keeps its number, and its
 * hash tells that its tests are of what it said before.
 */
export function clausesOf(spec: ClaudeMdSpec, known: readonly KnownClause[] = []): Clause[] {
  const found = [...useCases(spec), ...behaviors(spec), ...contracts(spec)];
  const taken = new Set(found.flatMap(({ own }) => (own === undefined ? [] : [own])));
  const earlier = new Map<string, string[]>();
  for (const { id, hash } of known) earlier.set(hash, [...(earlier.get(hash) ?? []), id]);
  const named = found.map(({ own, clause }) => {
    const hash = hashOf(clause.text);
    const letter = LETTER[clause.kind];
    const kept = own ?? earlier.get(hash)?.find((id) => id.startsWith(letter) && !taken.has(id));
    if (kept !== undefined) taken.add(kept);
    return { id: kept, hash, clause };
  });
  const next = { behavior: 1, contract: 1, use_case: 1 };
  const free = (kind: Clause['kind']): string => {
    for (;;) {
      const id = `${LETTER[kind]}${next[kind]}`;
      next[kind] += 1;
      if (taken.has(id)) continue;
      taken.add(id);
      return id;
    }
  };
  return named.map(({ id, hash, clause }) => ({ id: id ?? free(clause.kind), hash, ...clause }));
}

const LETTER = { behavior: 'B', contract: 'C', use_case: 'UC-' } as const;

function useCases({ use_cases }: ClaudeMdSpec): { own: string | undefined; clause: Unnamed }[] {
  return use_cases.map(({ id, name, line }) => ({ own: id, clause: { kind: 'use_case', text: name, line } }));
}

function behaviors(spec: ClaudeMdSpec): { own: string | undefined; clause: Unnamed }[] {
  return spec.behaviors.map(({ input, output, line }) => {
    const own = OWN_ID.exec(input);
    const text = `${own === null ? input : input.slice(own[0].length)} → ${output}`;
    return { own: own?.[1], clause: { kind: 'behavior', text, line } };
  });
}

function contracts(spec: ClaudeMdSpec): { own: string | undefined; clause: Unnamed }[] {
  return spec.contracts.flatMap((contract) =>
    (['preconditions', 'postconditions', 'throws', 'invariants'] as const).flatMap((part) =>
      contract[part].map((said) => {
        const own = OWN_ID.exec(said);
        const text = `${contract.function_name} ${part}: ${own === null ? said : said.slice(own[0].length)}`;
        const { line, function_name: symbol } = contract;
        return { own: own?.[1], clause: { kind: 'contract' as const, text, line, symbol } };
      }),
    ),
  );
}

function hashOf(text: string): string {
  return sha256(text.replace(/\s+/g, ' ').trim()).slice(0, 12);
}
