import type { Block } from '../parse/blocks/block-list.ts';
import { readBlocks } from '../parse/blocks/blocks.ts';
import { Source } from '../parse/blocks/source.ts';

/** Who specifies writes the planning half; who compiles writes the implementation half. */
export const PLANNING = [
  'Architecture Decisions',
  'Dependencies Direction',
  'Implementation Approach',
  'Technology Choices',
] as const;
export const IMPLEMENTATION = [
  'Algorithm',
  'Key Constants',
  'Error Handling',
  'State Management',
  'Implementation Guide',
] as const;
export type PlanningSection = (typeof PLANNING)[number];
export type ImplementationSection = (typeof IMPLEMENTATION)[number];
export type ImplementsName = PlanningSection | ImplementationSection;

export type Half = 'Planning' | 'Implementation';

const KOREAN: Readonly<Record<string, ImplementsName>> = {
  '아키텍처 결정': 'Architecture Decisions',
  '의존성 방향': 'Dependencies Direction',
  '구현 접근': 'Implementation Approach',
  '구현 전략': 'Implementation Approach',
  '기술 선택': 'Technology Choices',
  알고리즘: 'Algorithm',
  '주요 상수': 'Key Constants',
  '에러 처리': 'Error Handling',
  '상태 관리': 'State Management',
  '구현 가이드': 'Implementation Guide',
};
const NAMES = new Map<string, ImplementsName>([
  ...[...PLANNING, ...IMPLEMENTATION].map((name): [string, ImplementsName] => [name.toLowerCase(), name]),
  ...Object.entries(KOREAN),
]);

/** A section as it stands: `lines[from]` is its heading, its body ends before `lines[to]`. */
export interface ImplementsSection {
  name: ImplementsName;
  level: number;
  from: number;
  to: number;
}

export interface ImplementsLayout {
  lines: string[];
  newline: string;
  sections: ImplementsSection[];
  /** Where the heading of each half stands, and where what belongs to it ends. */
  halves: Partial<Record<Half, { level: number; from: number; to: number }>>;
}

export function layoutOf(text: string): ImplementsLayout {
  const lines = text.split('\n');
  const { blocks } = readBlocks(new Source(text));
  const headings = blocks.headings.map((at) => blocks.get(at)).filter(({ depth }) => depth <= 4);
  const sections: ImplementsSection[] = [];
  const halves: ImplementsLayout['halves'] = {};
  for (const [at, { text: title, depth: level, line }] of headings.entries()) {
    const from = line - 1;
    const name = NAMES.get(title.toLowerCase());
    const half = halfNamed(title);
    if (name !== undefined) sections.push({ name, level, from, to: endOf(headings, at, lines.length, true) });
    else if (half !== undefined)
      halves[half] ??= { level, from, to: endOf(headings, at, lines.length, false) };
  }
  return { lines, newline: (lines[0] ?? '').endsWith('\r') ? '\r\n' : '\n', sections, halves };
}

/** Whether a heading of this text begins a section or a half. */
export function isStructural(title: string): boolean {
  return NAMES.has(title.toLowerCase()) || halfNamed(title) !== undefined;
}

function halfNamed(title: string): Half | undefined {
  const found = /^(planning|implementation)(?: section)?$/i.exec(title)?.[1]?.toLowerCase();
  return found === undefined ? undefined : found === 'planning' ? 'Planning' : 'Implementation';
}

/** A heading's part ends at the next of its own level or above; a section also at any other known one. */
function endOf(headings: readonly Block[], at: number, end: number, section: boolean): number {
  const { depth } = headings[at] as Block;
  for (const next of headings.slice(at + 1)) {
    if (next.depth <= depth || (section && isStructural(next.text))) return next.line - 1;
  }
  return end;
}
