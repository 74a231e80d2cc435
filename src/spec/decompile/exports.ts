import { exportsDrift } from '../drift/exports.ts';
import type { ExportKind, SourceSymbol } from '../exports/exported.ts';
import type { Language } from '../language/languages.ts';
import { parseSpec } from '../parse/parse.ts';

const GROUPS: readonly (readonly [string, readonly ExportKind[]])[] = [
  ['Functions', ['function', 'macro']],
  ['Methods', ['method']],
  ['Types', ['interface', 'type', 'trait']],
  ['Structs', ['struct']],
  ['Classes', ['class']],
  ['Enums', ['enum']],
  ['Variables', ['variable', 'module', 'reexport']],
];

type Form = (symbol: SourceSymbol) => string | undefined;

/** How much of a symbol is written: its signature, that without comments, its name, nothing. */
const FORMS: readonly Form[] = [
  ({ signature }) => signature,
  ({ signature }) => signature.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ''),
  shownName,
  () => undefined,
];

/**
 * The lines of Exports. What would be read as something else than it is in the source is written in a shorter form, a
 * method together with all methods of its type, until the spec and the source agree.
 */
export function draftExports(symbols: readonly SourceSymbol[], language: Language | undefined): string[] {
  const forms = new Map<SourceSymbol, number>();
  for (let left = FORMS.length; ; left -= 1) {
    const { lines, symbolAt } = written(symbols, forms);
    const { spec } = parseSpec(['## Exports', ...lines].join('\n'));
    const { issues } = exportsDrift(spec, 1, symbols, language);
    if (issues.length === 0 || left === 0) return lines;
    const wrong = new Set(
      issues.flatMap(({ kind, name, line }) =>
        kind === 'MISSING' ? symbols.filter((one) => shownName(one) === name) : (symbolAt.get(line) ?? []),
      ),
    );
    const types = new Set([...wrong].flatMap(({ kind, parent }) => (kind === 'method' ? [parent] : [])));
    for (const symbol of symbols)
      if (symbol.kind === 'method' && types.has(symbol.parent)) forms.set(symbol, FORMS.length - 1);
      else if (wrong.has(symbol)) forms.set(symbol, Math.min((forms.get(symbol) ?? 0) + 1, FORMS.length - 1));
  }
}

function written(symbols: readonly SourceSymbol[], forms: ReadonlyMap<SourceSymbol, number>) {
  const lines: string[] = [];
  const symbolAt = new Map<number, SourceSymbol[]>();
  for (const [title, kinds] of GROUPS) {
    const bullets = symbols
      .filter(({ kind }) => kinds.includes(kind))
      .map((symbol) => ({ symbol, text: bullet(symbol, FORMS[forms.get(symbol) ?? 0] as Form) }))
      .filter(({ text }) => text !== undefined);
    if (bullets.length > 0) lines.push(`### ${title}`);
    for (const { symbol, text = '' } of bullets) {
      lines.push(text);
      // The heading of the section is the first line.
      symbolAt.set(lines.length + 1, [symbol]);
    }
  }
  return { lines, symbolAt };
}

function bullet(symbol: SourceSymbol, form: Form): string | undefined {
  const text = form(symbol)?.replace(/\s+/g, ' ').trim();
  if (text === undefined) return undefined;
  const said = owned(symbol, text === '' ? shownName(symbol) : text);
  return said.includes('`') ? `- \`\` ${said} \`\`` : `- \`${said}\``;
}

/** A method is told from a function by its type: `Counter.next(): number`. A class is written without its bases. */
function owned({ name, kind, parent, constructs }: SourceSymbol, text: string): string {
  if (kind === 'class' && constructs !== undefined) return text.replace(/^(class \w+)\s*\(.*$/, '$1');
  if (kind !== 'method' || parent === undefined) return text;
  const at = text.search(new RegExp(`(?<![\\w.])${RegExp.escape(name)}\\s*[(<]`));
  if (at === -1) return `${parent}.${name}`;
  return `${text.slice(0, at).replace(/\bdef\s+$/, '')}${parent}.${text.slice(at)}`;
}

function shownName({ name, alias }: SourceSymbol): string {
  return name === 'default' ? (alias ?? name) : name;
}
