import type { DomainItem } from '../../spec.ts';
import { isNone, plain } from '../inline.ts';
import { domainPart } from '../names.ts';
import { joined, type Reading } from '../reading.ts';

/** Items under the three headings; items above the first heading count as decisions. */
export function readDomainContext(reading: Reading): void {
  const { blocks, from, to, spec } = reading;
  let items: DomainItem[] | undefined = spec.domain_context.decision_rationale;
  for (let at = from; at < to;) {
    const block = blocks.get(at);
    if (block.kind === 'heading') {
      at += 1;
      const part = domainPart(block.text);
      if (part !== undefined) items = spec.domain_context[part];
      else if (block.depth === reading.level + 1) {
        items = undefined;
        reading.warn({
          error_type: 'InvalidSectionContent',
          message: `unknown part "${block.text}"`,
          line: block.line,
          section: 'Domain Context',
          suggestion: 'use Decision Rationale, Constraints or Compatibility',
        });
      }
      continue;
    }
    const { text, next } = joined(reading, at);
    at = next;
    if (items !== undefined && !isNone(text)) items.push(readItem(text, block.line));
  }
}

/** `NAME: value (reason)`. */
function readItem(text: string, line: number): DomainItem {
  const colon = /:\s|:\*\*\s?/.exec(text);
  if (colon === null || colon.index > 60) return { text, line };
  const name = plain(text.slice(0, colon.index)).replace(/^\*+|\*+$/g, '');
  let value = text
    .slice(colon.index + 1)
    .replace(/^\*\*/, '')
    .trim();
  const open = value.endsWith(')') ? openingOf(value) : -1;
  if (open <= 0) return { text, name, value, line };
  const reason = value.slice(open + 1, -1).trim();
  value = value.slice(0, open).trim();
  return { text, name, value, reason, line };
}

/** The bracket that the last character closes. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    else if (text[at] === '(') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
