import {
  IMPLEMENTATION,
  layoutOf,
  PLANNING,
  type ImplementationSection,
  type ImplementsName,
  type PlanningSection,
} from './sections.ts';

export interface Implements {
  planning: Partial<Record<PlanningSection, string>>;
  implementation: Partial<Record<ImplementationSection, string>>;
  /** Sections that are not there yet. */
  missing: ImplementsName[];
}

/** What an IMPLEMENTS.md says, section by section; the first of two sections of the same name counts. */
export function readImplements(text: string): Implements {
  const { lines, sections } = layoutOf(text);
  const bodies = new Map<ImplementsName, string>();
  for (const { name, from, to } of sections) {
    const body = lines
      .slice(from + 1, to)
      .join('\n')
      .replace(/\r/g, '')
      .trim();
    if (!bodies.has(name)) bodies.set(name, body);
  }
  const pick = <T extends ImplementsName>(names: readonly T[]) =>
    Object.fromEntries(
      names.flatMap((name) => (bodies.has(name) ? [[name, bodies.get(name)]] : [])),
    ) as Partial<Record<T, string>>;
  return {
    planning: pick(PLANNING),
    implementation: pick(IMPLEMENTATION),
    missing: [...PLANNING, ...IMPLEMENTATION].filter((name) => !bodies.has(name)),
  };
}
