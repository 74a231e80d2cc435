import { closingLine, safeBody, staysOpen } from './body.ts';
import {
  IMPLEMENTATION,
  layoutOf,
  PLANNING,
  type Half,
  type ImplementationSection,
  type ImplementsName,
} from './sections.ts';

const DEFAULTS: Readonly<Record<ImplementsName, string>> = {
  'Architecture Decisions': 'None',
  'Dependencies Direction': 'As declared in the Dependencies of CLAUDE.md.',
  'Implementation Approach': 'The simplest one that meets the Behavior and Contract of CLAUDE.md.',
  'Technology Choices': 'None',
  Algorithm: 'None',
  'Key Constants': 'None',
  'Error Handling': 'None',
  'State Management': 'None',
  'Implementation Guide': 'None',
};

/** A file with every section: what is missing is added with a default, what is there stays byte for byte. */
export function completeImplements(text: string | undefined, module: string): string {
  const title = text === undefined || text.trim() === '' ? `# ${module}: how it is built\n` : text;
  return write(write(title, 'Planning', PLANNING, {}, true), 'Implementation', IMPLEMENTATION, {}, true);
}

/** Replaces the given sections of the implementation half. Every byte of the planning half stays. */
export function updateImplementation(
  text: string,
  bodies: Partial<Record<ImplementationSection, string>>,
): string {
  return write(text, 'Implementation', IMPLEMENTATION, bodies, false);
}

interface Edit {
  from: number;
  to: number;
  text: string;
  /** With a blank line above: a heading that is added, not a body that is replaced. */
  apart: boolean;
}

function write(
  text: string,
  half: Half,
  names: readonly ImplementsName[],
  bodies: Partial<Record<ImplementsName, string>>,
  complete: boolean,
): string {
  const { lines, newline, sections, halves } = layoutOf(text);
  const own = halves[half];
  const first = sections.find(({ name }) => names.includes(name));
  const level = first?.level ?? (own === undefined ? 3 : Math.min(own.level + 1, 6));
  const edits: Edit[] = [];
  const added: string[] = [];
  for (const name of names) {
    const section = sections.find((candidate) => candidate.name === name);
    const body = bodies[name] ?? (section === undefined && complete ? DEFAULTS[name] : undefined);
    if (body === undefined) continue;
    const depth = section?.level ?? level;
    const written = [...safeBody(body, depth), ''];
    if (section === undefined) added.push(`${'#'.repeat(level)} ${name}`, ...written);
    else edits.push({ from: section.from + 1, to: section.to, text: lined(written, newline), apart: false });
  }
  if (added.length > 0) {
    const heading = own === undefined && first === undefined ? [`## ${half}`, ''] : [];
    const last = sections.findLast(({ name }) => names.includes(name));
    const at =
      last?.to ?? own?.to ?? (half === 'Planning' ? planningPlace(lines, sections, halves) : lines.length);
    // Below a fence that was never closed nothing would be read.
    const above = lines.slice(0, at);
    const closing = staysOpen(above) ? closingLine(above) : undefined;
    if (closing !== undefined) heading.unshift(closing, '');
    edits.push({ from: at, to: at, text: lined([...heading, ...added], newline), apart: true });
  }
  return applied(lines, newline, edits);
}

/** Planning comes before whatever there is of the implementation half. */
function planningPlace(
  lines: readonly string[],
  sections: ReturnType<typeof layoutOf>['sections'],
  halves: ReturnType<typeof layoutOf>['halves'],
): number {
  return Math.min(halves.Implementation?.from ?? lines.length, sections[0]?.from ?? lines.length);
}

function lined(lines: readonly string[], newline: string): string {
  return lines.map((line) => `${line}${newline}`).join('');
}

/** Puts the edits in; lines outside of them keep their bytes, also their own line ends. */
function applied(lines: readonly string[], newline: string, edits: Edit[]): string {
  let out = '';
  let at = 0;
  const copy = (to: number) => {
    for (; at < to; at += 1)
      out += at === lines.length - 1 ? (lines[at] as string) : `${lines[at] as string}\n`;
  };
  for (const { from, to, text, apart } of edits.sort((a, b) => a.from - b.from || a.to - b.to)) {
    copy(from);
    if (out !== '' && !out.endsWith('\n')) out += newline;
    if (apart && out !== '' && !/\n\r?\n$/.test(out)) out += newline;
    // No blank line at the end of the file.
    const last = to >= lines.length || (to === lines.length - 1 && lines[to] === '');
    out += last ? `${text.trimEnd()}${newline}` : text;
    at = Math.max(at, last ? lines.length : to);
  }
  copy(lines.length);
  return out;
}
