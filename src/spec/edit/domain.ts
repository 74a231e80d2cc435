import { domainPart } from '../parse/names.ts';
import { checkedEdit, sameBut } from './edit.ts';
import { sectionPart, subPart } from './place.ts';
import { lastLineOf, linesOf, splice } from './splice.ts';

/** Adds why something is as it is to Decision Rationale. */
export function addDecision(text: string, name: string, reason: string): string | undefined {
  const part = sectionPart(text, 'Domain Context');
  if (part === undefined) return undefined;
  const { all } = linesOf(text);
  const decisions = subPart(part, all.length, (heading) => domainPart(heading) === 'decision_rationale');
  const place = decisions ?? part;
  const entry = `- ${line(name)}: ${line(reason)}`;
  const heading = decisions === undefined ? [`${'#'.repeat(part.level + 1)} Decision Rationale`, ''] : [];
  const at = place.none ?? lastLineOf(text, place.heading, place.end);
  const isBelowList = decisions !== undefined && /^\s*[-*+]\s/.test(all[at - 1] ?? '');
  const above = place.none !== undefined || isBelowList ? [] : [''];
  const below = place.none === undefined && (all[at] ?? '').trim() !== '' ? [''] : [];
  const edited = splice(text, at, place.none === undefined ? 0 : 1, [...above, ...heading, entry, ...below]);
  return checkedEdit(text, edited, (after, before) => {
    const count = after.domain_context.decision_rationale.length;
    return (
      sameBut(after, before, 'domain_context') &&
      count === before.domain_context.decision_rationale.length + 1
    );
  });
}

function line(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll(/CLAUDE\.md#/g, 'CLAUDE.md ')
    .trim()
    .slice(0, 300);
}
