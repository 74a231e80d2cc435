import type { Role } from '../../../work/roles.ts';

export type Domain = 'UI' | 'build' | 'test' | 'security' | 'logic' | 'other';

const ALIASES: Readonly<Record<string, Domain>> = {
  ui: 'UI',
  component: 'UI',
  style: 'UI',
  build: 'build',
  compile: 'build',
  type: 'build',
  test: 'test',
  coverage: 'test',
  security: 'security',
  logic: 'logic',
  other: 'other',
};

const FIXERS = {
  UI: 'designer',
  build: 'build-fixer',
  test: 'executor',
  security: 'security-reviewer',
  logic: 'executor',
  other: 'executor',
} as const satisfies Record<Domain, Role>;

export type Fixer = (typeof FIXERS)[Domain];

/** A domain as an architect wrote it; what nobody knows is `other`. */
export function domainOf(word: string): Domain {
  const key = word.trim().toLowerCase();
  return Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? 'other') : 'other';
}

export function fixerOf(domain: Domain): Fixer {
  return FIXERS[domain];
}
