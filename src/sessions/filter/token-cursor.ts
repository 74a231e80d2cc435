import type { BinaryOp, Expression } from './expression.ts';
import { badFilter, tokensOf, type Token } from './tokens.ts';

const DEEPEST = 50;

/** Goes over the tokens of a filter, one after the other. */
export class TokenCursor {
  readonly #filter: string;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(filter: string) {
    this.#filter = filter;
    this.#tokens = tokensOf(filter);
  }

  /** The last token is the end, which nothing takes. */
  peek(): Token {
    return this.#tokens[this.#next] as Token;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  fail(why: string, at = this.peek().at): Error {
    return badFilter(this.#filter, at, why);
  }

  isMark(text: string): boolean {
    return this.peek().kind === 'mark' && this.peek().text === text;
  }

  takeMark(text: string): boolean {
    return this.#taken(this.isMark(text));
  }

  takeWord(text: string): boolean {
    return this.#taken(this.peek().kind === 'word' && this.peek().text.toUpperCase() === text);
  }

  need(text: string): void {
    if (!this.takeMark(text) && !this.takeWord(text)) throw this.fail(`"${text}" is missing`);
  }

  /** The operator that stands here and is one of these. */
  takeOperator(ops: Readonly<Record<string, BinaryOp>>): BinaryOp | undefined {
    const { kind, text } = this.peek();
    const op = kind === 'mark' && Object.hasOwn(ops, text) ? ops[text] : undefined;
    if (op !== undefined) this.#next += 1;
    return op;
  }

  /** What `read` finds, or nothing taken at all. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const before = this.#next;
    const found = read();
    if (found === undefined) this.#next = before;
    return found;
  }

  /** Reads one level deeper; a filter nested without end would use up the stack. */
  deeper(read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.fail(`it is nested deeper than ${DEEPEST}`);
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #taken(is: boolean): boolean {
    if (is) this.#next += 1;
    return is;
  }
}
