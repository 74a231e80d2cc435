import type { ClassExport, EnumExport, FunctionExport, TypeExport, VariableExport } from '../../spec.ts';
import { exportKind, typeKind, type SymbolKind } from './classify.ts';
import type { ExportGroup } from '../names.ts';
import type { Reading } from '../reading.ts';
import { isAsyncSignature } from './awaited.ts';
import { readSignature, type Signature } from './signature.ts';
import { enumVariants, variableValue } from './values.ts';

/** An exported symbol while its lines are read. All fields from the start: V8 reads objects of one shape faster. */
export class Draft {
  readonly name: string;
  readonly line: number;
  /** Indentation of its bullet. */
  readonly depth: number;
  /** Has a heading of its own. */
  readonly heading: boolean;
  readonly group: ExportGroup | undefined;
  signature: string | undefined = undefined;
  read: Signature | undefined = undefined;
  /** What kind of symbol it is, in the writer's words. */
  type: string | undefined = undefined;
  /** Of which type it is, where `Type` says that instead. */
  typed: string | undefined = undefined;
  variants: string[] | undefined = undefined;
  /** Indentation of a `Variants` whose list stands below it; -1 when none is open. */
  listDepth = -1;
  value: string | undefined = undefined;
  description: string | undefined = undefined;

  constructor(name: string, line: number, depth: number, heading: boolean, group: ExportGroup | undefined) {
    this.name = name;
    this.line = line;
    this.depth = depth;
    this.heading = heading;
    this.group = group;
  }
}

/** Puts a finished symbol where it belongs. */
export function addExport(reading: Reading<'exports'>, draft: Draft): void {
  const { exports } = reading.spec;
  const { signature, read, kind, isTyped } = settled(draft);
  const said = draft.signature ?? draft.typed ?? draft.variants ?? draft.value;
  if (said === undefined) {
    reading.warn({
      error_type: 'InvalidExports',
      message: `${draft.name} has no signature`,
      line: draft.line,
      section: 'Exports',
      suggestion: `write its signature in backticks below the heading`,
    });
  }
  const { name, line } = draft;
  if (kind === 'function') {
    const is_async =
      isAsyncSignature(read) || (draft.type !== undefined && /async|suspend/i.test(draft.type));
    exports.functions.push(described<FunctionExport>({ name, signature, is_async, line }, draft));
  } else if (kind === 'type') {
    const isAlias = isTyped && !signature.startsWith('{');
    const type = typeKind(read, draft.group, draft.type ?? (isAlias ? 'alias' : undefined));
    exports.types.push(described<TypeExport>({ name, definition: signature, kind: type, line }, draft));
  } else if (kind === 'class') {
    exports.classes.push(described<ClassExport>({ name, constructor_signature: signature, line }, draft));
  } else if (kind === 'enum') {
    const variants = draft.variants ?? enumVariants(read);
    exports.enums.push(described<EnumExport>({ name, signature, variants, line }, draft));
  } else {
    const value = draft.value ?? variableValue(read.after);
    const variable: VariableExport = { name, signature, line };
    if (value !== undefined) variable.value = value;
    exports.variables.push(described(variable, draft));
  }
}

/** What a finished symbol is. Without a signature, `Type` may say as much. */
export function settled({ name, signature, read, typed, variants, group, type }: Draft): {
  kind: SymbolKind;
  signature: string;
  read: Signature;
  isTyped: boolean;
} {
  const isEnum = variants !== undefined && variants.length > 0;
  if (typed === undefined || (signature !== undefined && signature !== name)) {
    const found = read ?? readSignature(name);
    const kind = isEnum ? 'enum' : exportKind(found, group, type);
    return { kind, signature: signature ?? name, read: found, isTyped: false };
  }
  const found = readSignature(`${name}: ${typed}`);
  const kind = isEnum ? 'enum' : exportKind(found, group, type);
  return { kind, signature: kind === 'type' ? typed : found.text, read: found, isTyped: true };
}

function described<T extends { description?: string; anchor?: string }>(item: T, draft: Draft): T {
  if (draft.description !== undefined) item.description = draft.description;
  if (draft.heading) item.anchor = draft.name;
  return item;
}
