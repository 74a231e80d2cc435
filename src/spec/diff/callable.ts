import type { Language } from '../language/languages.ts';
import { BracketReader } from '../parse/symbol/brackets.ts';
import { readSignature, type Signature } from '../parse/symbol/signature.ts';
import { type Parameter, readParameters } from './parameters.ts';

/** What a caller sees of a function, method or constructor. Undefined parts are not known. */
export interface Callable {
  parameters: readonly Parameter[];
  returns: string | undefined;
  /** Undefined when the signature is too short to tell. */
  isAsync: boolean | undefined;
}

export function readCallable(text: string, language: Language | undefined): Callable | undefined {
  const signature = readSignature(text.trim());
  const value = signature.params === undefined ? functionValue(signature.after) : undefined;
  const params = signature.params ?? value?.params;
  if (params === undefined) return undefined;
  const after = value?.after ?? signature.after;
  const declared = ['function', 'fn', 'def', 'fun', 'func'].includes(signature.keyword ?? '');
  const isAsync = /\b(?:async|suspend)\b/.test(signature.before) || value?.isAsync === true;
  const returns = returnType(signature, after, declared, language);
  const awaited =
    isAsync && returns !== undefined && (language === 'typescript' || language === 'javascript');
  return {
    parameters: readParameters(params, language),
    returns: awaited && !/^Promise\b/.test(returns) ? `Promise<${returns}>` : returns,
    isAsync: declared ? isAsync : isAsync || undefined,
  };
}

/** `= async <T>(a: T): R`, `: (a: string) => R`, `= function (a)`. */
function functionValue(after: string): { params: string; after: string; isAsync: boolean } | undefined {
  const found = /^[:=]\s*(async\b)?\s*(?:function\b\s*\*?\s*[\w$]*)?\s*/.exec(after);
  if (found === null) return undefined;
  let rest = after.slice(found[0].length);
  if (rest.startsWith('<')) {
    const past = new BracketReader(rest).angles(0);
    if (past === -1) return undefined;
    rest = rest.slice(past).trimStart();
  }
  if (!rest.startsWith('(')) return undefined;
  const end = new BracketReader(rest).group(0);
  if (end === -1) return undefined;
  const tail = rest.slice(end).trim();
  const isType = found[0].startsWith(':') && tail.startsWith('=>');
  return {
    params: rest.slice(1, end - 1),
    // The type says what it gives after an arrow; an arrow function's own arrow begins its body.
    after: isType
      ? `: ${tail
          .slice(2)
          .replace(/\s=\s[\s\S]*$/, '')
          .trim()}`
      : tail,
    isAsync: found[1] !== undefined,
  };
}

function returnType(
  { before, keyword }: Signature,
  after: string,
  declared: boolean,
  language: Language | undefined,
): string | undefined {
  const arrow = /^(?:->|→)\s*/.exec(after);
  if (arrow !== null) return cut(after.slice(arrow[0].length), /\s+where\s|\s*:\s*$|\s*\{/);
  if (after.startsWith(':')) return colonReturn(after.slice(1).trim(), language);
  if (language === 'go') return goResults(after, declared);
  if (language === 'java') return javaReturn(before);
  if (language === 'rust' && declared) return '()';
  return keyword === 'fun' && language === 'kotlin' && after.startsWith('{') ? 'Unit' : undefined;
}

function colonReturn(text: string, language: Language | undefined): string | undefined {
  if (text === '') return undefined;
  if (language === 'kotlin') return cut(text, /\s+where\s|\s=\s|\s*\{\s*$/);
  // `(a) => b` is a type; after anything else an arrow begins a body.
  return /^[(<]|^new\b/.test(text) ? text : cut(text, /\s*=>/);
}

function goResults(after: string, declared: boolean): string | undefined {
  const text = cut(after, /\s*\{\s*(?:\}|\.\.\.)?\s*$/)?.trim() ?? '';
  if (text === '') return declared ? '()' : undefined;
  if (!text.startsWith('(')) return text;
  const end = new BracketReader(text).group(0);
  if (end === -1) return text;
  const types = readParameters(text.slice(1, end - 1), 'go').map((one) => one.type ?? '');
  return types.length === 1 ? types[0] : `(${types.join(', ')})`;
}

/** What is left before the name without annotations, modifiers and type parameters. */
function javaReturn(before: string): string | undefined {
  let text = before
    .replace(/@[\w.]+(?:\([^)]*\))?/g, ' ')
    .replace(
      /\b(?:public|protected|private|static|final|abstract|synchronized|native|default|strictfp)\b/g,
      ' ',
    )
    .trim();
  if (text.startsWith('<')) {
    const past = new BracketReader(text).angles(0);
    if (past !== -1) text = text.slice(past).trim();
  }
  return text === '' ? undefined : text;
}

function cut(text: string, end: RegExp): string | undefined {
  const found = end.exec(text);
  const left = (found === null ? text : text.slice(0, found.index)).trim();
  return left === '' ? undefined : left;
}
