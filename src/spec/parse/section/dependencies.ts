import type { ExternalDependency, InternalDependency } from '../../spec.ts';
import { afterSeparator, codeSpan, field, isNone, listed } from '../inline.ts';
import { dependencyKind } from '../names.ts';
import { joined, type Reading } from '../reading.ts';

type Which = 'all' | 'internal';

/** Both dialects: `- external: pkg@ver`, or a heading per kind with a list below it. */
export function readDependencies(reading: Reading<'dependencies'>, which: Which = 'all'): void {
  const { blocks, from, to } = reading;
  let kind: 'external' | 'internal' | undefined;
  for (let at = from; at < to;) {
    if (blocks.isHeading(at)) {
      kind = dependencyKind(blocks.text(at).toLowerCase()) ?? kind;
      at += 1;
      continue;
    }
    const line = blocks.line(at);
    const isBullet = !blocks.isText(at);
    const { text, next } = joined(reading, at);
    at = next;
    if (isNone(text)) continue;
    const found = field(text);
    const labelled = found === undefined ? undefined : dependencyKind(found.key);
    if (labelled !== undefined && found !== undefined) {
      if (found.value === '') kind = labelled;
      else if (!isNone(found.value)) add(reading, labelled, found.value, line, which);
    } else if (isBullet && kind !== undefined) add(reading, kind, text, line, which);
    else if (isBullet) {
      reading.warn({
        error_type: 'InvalidSectionContent',
        message: 'a dependency that is neither external nor internal',
        line,
        section: 'Dependencies',
        suggestion: 'write - external: package@version or - internal: path',
      });
    }
  }
}

function add(
  reading: Reading<'dependencies'>,
  kind: 'external' | 'internal',
  text: string,
  line: number,
  which: Which,
): void {
  const { dependencies } = reading.spec;
  if (kind === 'internal') dependencies.internal.push(readInternal(text, line));
  else if (which === 'internal') return;
  else if (text.includes(',') && !text.includes('`') && /^\S+(?:,\s*\S+)+$/.test(text)) {
    for (const part of listed(text)) dependencies.external.push(readExternal(part, line));
  } else dependencies.external.push(readExternal(text, line));
}

/** The path or package at the head of an item, and what follows it. */
function head(text: string): { token: string; rest: string } {
  const span = codeSpan(text);
  if (span !== undefined && text.slice(0, span.start).replace(/[*[]/g, '') === '')
    return { token: span.code, rest: text.slice(span.end) };
  const space = text.search(/\s/);
  const end = space === -1 ? text.length : space;
  const token = text.slice(0, end);
  return token.endsWith(':')
    ? { token: token.slice(0, -1), rest: text.slice(end - 1) }
    : { token, rest: text.slice(end) };
}

function readExternal(item: string, line: number): ExternalDependency {
  const { token, rest } = head(item);
  const at = token.lastIndexOf('@');
  const description = afterSeparator(rest);
  return {
    text: token,
    name: at > 0 ? token.slice(0, at) : token,
    ...(at > 0 ? { version: token.slice(at + 1) } : undefined),
    ...(description === '' ? undefined : { description }),
    line,
  };
}

const SYMBOLS = /^`?[A-Za-z_$][\w$.]*`?(?:\s*,\s*`?[A-Za-z_$][\w$.]*`?)*$/;

function readInternal(item: string, line: number): InternalDependency {
  const { token, rest } = head(item);
  const hash = token.indexOf('#');
  const path = hash === -1 ? token : token.slice(0, hash);
  const symbols = hash === -1 ? [] : [token.slice(hash + 1)];
  const text = afterSeparator(rest);
  // `path/CLAUDE.md: a, b` and `path: `a`` name what is used; any other text describes it.
  const mayName = path.endsWith('CLAUDE.md') || text.startsWith('`');
  if (mayName && /^\s*:/.test(rest) && SYMBOLS.test(text)) {
    return { path, symbols: [...symbols, ...listed(text)], line };
  }
  return { path, symbols, ...(text === '' ? undefined : { description: text }), line };
}
