import { createRequire } from 'node:module';
import { parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';
import type { Language } from '../language/languages.ts';

export type Syntax = SgNode;
type Grammar = Exclude<Language, 'typescript' | 'javascript'>;

const require = createRequire(import.meta.url);
let registered = false;

/** The syntax tree of a source by its tree-sitter grammar. All grammars are registered at once: a second call would replace the first. */
export function syntaxOf(language: Grammar, text: string): Syntax {
  if (!registered) {
    registerDynamicLanguage({
      python: require('@ast-grep/lang-python') as never,
      go: require('@ast-grep/lang-go') as never,
      rust: require('@ast-grep/lang-rust') as never,
      java: require('@ast-grep/lang-java') as never,
      kotlin: require('@ast-grep/lang-kotlin') as never,
    });
    registered = true;
  }
  return parse(language, text).root();
}

/** The first child of one of the kinds. */
export function childOf(node: Syntax, ...kinds: string[]): Syntax | undefined {
  return node.children().find((child) => kinds.includes(child.kind() as string));
}

export function kindOf(node: Syntax): string {
  return node.kind() as string;
}

export function startOf(node: Syntax): number {
  return node.range().start.index;
}

/** The text of a node up to where `body` begins; the whole of it without a body. */
export function headOf(
  text: string,
  node: Syntax,
  body: Syntax | null | undefined,
  from = startOf(node),
): string {
  const end = body === null || body === undefined ? node.range().end.index : startOf(body);
  return text.slice(from, end).trim();
}

/** Where the parser gave up, or made up a token that is not there. */
export function firstError(root: Syntax): Syntax | undefined {
  const found = root.find({ rule: { any: [{ kind: 'ERROR' }, { regex: '^$' }] } });
  // The root itself is empty when the file is.
  return found === null || kindOf(found) === kindOf(root) ? undefined : found;
}

/** The children of a node, also those the parser found inside a part it could not read. */
export function childrenOf(node: Syntax): Syntax[] {
  return node.children().flatMap((child) => (kindOf(child) === 'ERROR' ? childrenOf(child) : [child]));
}
