import type { TypeKind } from '../../spec.ts';
import { BracketReader } from './brackets.ts';
import type { ExportGroup } from '../names.ts';
import type { Signature } from './signature.ts';
import { variableValue } from './values.ts';

export type SymbolKind = 'function' | 'type' | 'class' | 'enum' | 'variable';

const BY_GROUP: Record<ExportGroup, SymbolKind> = {
  functions: 'function',
  types: 'type',
  structs: 'type',
  classes: 'class',
  'data classes': 'type',
  enums: 'enum',
  variables: 'variable',
};

export function kindOfGroup(group: ExportGroup): SymbolKind {
  return BY_GROUP[group];
}

/** What an exported symbol is: by its `Type` field, else by the heading it stands under, else by its signature. */
export function exportKind(
  signature: Signature,
  group: ExportGroup | undefined,
  written: string | undefined,
): SymbolKind {
  return (
    (written === undefined ? undefined : writtenKind(written)) ??
    (group === undefined ? undefined : BY_GROUP[group]) ??
    kindOfSignature(signature)
  );
}

/** Whether a `Type` field says what kind of symbol it is, rather than of which type. */
export function isKindWord(text: string): boolean {
  return /^[\p{L}\p{M}\s()/-]+$/u.test(text) && writtenKind(text) !== undefined;
}

function writtenKind(word: string): SymbolKind | undefined {
  const text = word.toLowerCase();
  if (/enum|열거/.test(text)) return 'enum';
  if (/func|method|^fn$|^def$|^fun$|coroutine|hook|component|함수|메서드/.test(text)) return 'function';
  if (/struct|record|interface|trait|alias|data class|^type|protocol|타입|구조체|인터페이스/.test(text))
    return 'type';
  if (/class|object|클래스/.test(text)) return 'class';
  if (/const|var|val|static|변수|상수/.test(text)) return 'variable';
  return undefined;
}

function kindOfSignature({ keyword, before, name = '', params, after }: Signature): SymbolKind {
  switch (keyword) {
    case 'function':
    case 'fn':
    case 'def':
    case 'fun':
    case 'func':
      return 'function';
    case 'class':
    case 'object':
      return /\benum\b/.test(before) ? 'enum' : /\bdata\b/.test(before) ? 'type' : 'class';
    case 'interface':
    case 'struct':
    case 'trait':
    case 'type':
    case 'record':
    case 'union':
      return 'type';
    case 'enum':
      return 'enum';
    case 'val':
    case 'var':
    case 'let':
    case 'const':
      return isArrowFunction(after) ? 'function' : 'variable';
    default:
  }
  const capital = /^\p{Lu}/u.test(name);
  if (params !== undefined) {
    const bare = after === '' && before === '' && capital && params.trim() !== '';
    return bare && !isGoParameter(params) ? 'class' : 'function';
  }
  if (/^(?:<[^]*>)?\s*(?:struct\b|interface\b|\{)/.test(after)) return 'type';
  const shouted = /^[\p{Lu}\d_]+$/u.test(name) && name.length > 1;
  if (after.startsWith('=')) return capital && !shouted ? 'type' : 'variable';
  return capital && !shouted ? 'type' : 'variable';
}

/** `= (a, b) => …`, also with a type before or after the parameters. */
function isArrowFunction(after: string): boolean {
  const value = /^(?:async\b\s*)?/.exec(variableValue(after) ?? '');
  if (value === null) return false;
  const text = value.input.slice(value[0].length);
  if (!text.startsWith('(')) return /^[\w$]+\s*=>/.test(text);
  const end = new BracketReader(text).group(0);
  return end !== -1 && text.indexOf('=>', end) !== -1;
}

/** `ctx context.Context`: a name in small letters, then its type. */
function isGoParameter(params: string): boolean {
  return !params.includes(':') && /^\s*\p{Ll}[\w]*\s+[\w.*[\]]/u.test(params);
}

export function typeKind(
  signature: Signature,
  group: ExportGroup | undefined,
  written: string | undefined,
): TypeKind {
  const text = `${written ?? ''} ${signature.before} ${signature.after.slice(0, 12)}`.toLowerCase();
  if (group === 'structs' || /\bstruct\b/.test(text)) return 'struct';
  if (group === 'data classes' || /\bdata class\b/.test(text)) return 'data_class';
  if (/\brecord\b/.test(text)) return 'record';
  if (/\btrait\b/.test(text)) return 'trait';
  if (/\binterface\b/.test(text)) return 'interface';
  if (/\balias\b/.test(text) || signature.keyword === 'type' || signature.after.startsWith('='))
    return 'type_alias';
  return 'interface';
}
