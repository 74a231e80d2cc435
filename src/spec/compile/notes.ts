import { readImplements } from '../implements/read.ts';
import type { ImplementationSection } from '../implements/sections.ts';
import { updateImplementation } from '../implements/update.ts';

/** What the one who compiled has to say about how it is built. */
export interface ImplementationNotes {
  algorithm?: string | undefined;
  key_constants: { name: string; value: string; rationale: string; scope: string }[];
  error_handling?: string | undefined;
  state_management?: string | undefined;
  guide: { date?: string | undefined; change: string; why: string }[];
}

/**
 * Writes the notes into the implementation half. Every byte of the planning half stays, and so does a section that the
 * notes say nothing about. The guide is a history: entries are added, none is taken away.
 */
export function writeNotes(text: string, notes: ImplementationNotes, today: string): string {
  const { implementation } = readImplements(text);
  const bodies: Partial<Record<ImplementationSection, string>> = {};
  const set = (name: ImplementationSection, body: string | undefined) => {
    const said = body?.trim() ?? '';
    if (said !== '' && said !== implementation[name]) bodies[name] = said;
  };
  set('Algorithm', notes.algorithm);
  if (notes.key_constants.length > 0)
    set(
      'Key Constants',
      notes.key_constants
        .map(
          ({ name, value, rationale, scope }) =>
            `- \`${line(name).replaceAll('`', '')}\`: ${line(value)}${bracketed(rationale)}${line(scope) === '' ? '' : ` - ${line(scope)}`}`,
        )
        .join('\n'),
    );
  set('Error Handling', notes.error_handling);
  set('State Management', notes.state_management);
  const had = implementation['Implementation Guide'] ?? '';
  const kept = had === '' || /^none\.?$/i.test(had) ? [] : [had];
  const fresh = notes.guide
    .map(({ date, change, why }) => `- ${isDate(date) ? date : today}: ${line(change)}${bracketed(why)}`)
    .filter((entry) => !had.includes(entry.replace(/^- \S+: /, '')));
  if (fresh.length > 0) set('Implementation Guide', [...kept, ...fresh].join('\n'));
  return Object.keys(bodies).length === 0 ? text : updateImplementation(text, bodies);
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function bracketed(text: string): string {
  return line(text) === '' ? '' : ` (${line(text)})`;
}

function isDate(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
}
