import { Source } from './source.ts';
import { sectionIn, sectionNamed, type SectionName } from '../names.ts';

/** One meaningful line of a CLAUDE.md. Fences, HTML comments, tables, rules and front matter give none. */
export class Block {
  readonly kind: BlockKind;
  /** Level of a heading; indentation in columns otherwise. */
  readonly depth: number;
  /** Number of an ordered list's item; -1 for everything else. */
  readonly order: number;
  readonly line: number;
  readonly #list: BlockList;
  readonly #at: number;

  constructor(list: BlockList, at: number) {
    this.kind = list.kind(at);
    this.depth = list.depth(at);
    this.order = list.order(at);
    this.line = list.line(at);
    this.#list = list;
    this.#at = at;
  }

  get text(): string {
    return this.#list.text(this.#at);
  }
}

const KINDS = ['heading', 'bullet', 'text'] as const;
type BlockKind = (typeof KINDS)[number];
export const HEADING = 0;
export const BULLET = 1;
export const TEXT = 2;

/** Numbers per block: its shape, order, line, and where its text begins and ends. */
const WIDTH = 5;
const FIRST = 128;
const NOTHING = new Source('');

/**
 * The blocks of a text, in order. Kept as numbers: measured, an object for each costs as much as finding the lines,
 * and most readers look at some of them only.
 */
export class BlockList {
  /** Where the headings are. */
  readonly headings: number[] = [];
  length = 0;
  #source = NOTHING;
  #numbers = new Int32Array(FIRST * WIDTH);
  /** Texts that do not stand in the characters as they are. */
  readonly #own: string[] = [];

  /** Forgets what it holds: one list may serve many files, one after the other. */
  begin(source: Source): void {
    this.#source = source;
    this.headings.length = 0;
    this.#own.length = 0;
    this.length = 0;
  }

  add(
    kind: number,
    depth: number,
    order: number,
    line: number,
    follows: boolean,
    from: number,
    to: number,
  ): void {
    const row = this.length * WIDTH;
    if (row === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    if (kind === HEADING) this.headings.push(this.length);
    numbers[row] = (depth << 3) | (follows ? 4 : 0) | kind;
    numbers[row + 1] = order;
    numbers[row + 2] = line;
    numbers[row + 3] = from;
    numbers[row + 4] = to;
    this.length += 1;
  }

  /** The same for a text of its own. */
  addOwn(kind: number, depth: number, order: number, line: number, follows: boolean, text: string): void {
    this.add(kind, depth, order, line, follows, -1, this.#own.length);
    this.#own.push(text);
  }

  #grow(): void {
    const larger = new Int32Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  get(at: number): Block {
    return new Block(this, at);
  }

  all(): Block[] {
    return Array.from({ length: this.length }, (_, at) => this.get(at));
  }

  shape(at: number): number {
    return (this.#numbers[at * WIDTH] as number) & 3;
  }

  kind(at: number): BlockKind {
    return KINDS[this.shape(at)] as BlockKind;
  }

  isHeading(at: number): boolean {
    return this.shape(at) === HEADING;
  }

  isText(at: number): boolean {
    return this.shape(at) === TEXT;
  }

  depth(at: number): number {
    return (this.#numbers[at * WIDTH] as number) >> 3;
  }

  order(at: number): number {
    return this.#numbers[at * WIDTH + 1] as number;
  }

  line(at: number): number {
    return this.#numbers[at * WIDTH + 2] as number;
  }

  /** Stands right below the previous block, without a blank line: may continue it. */
  follows(at: number): boolean {
    return ((this.#numbers[at * WIDTH] as number) & 4) !== 0;
  }

  /** Whether it is a line of text that goes on with the block before it. */
  continues(at: number): boolean {
    return ((this.#numbers[at * WIDTH] as number) & 7) === (TEXT | 4);
  }

  /** Where its text begins in the source; -1 when it has a text of its own. */
  from(at: number): number {
    return this.#numbers[at * WIDTH + 3] as number;
  }

  to(at: number): number {
    return this.#numbers[at * WIDTH + 4] as number;
  }

  get source(): Source {
    return this.#source;
  }

  /** The section that a heading names. */
  section(at: number): SectionName | undefined {
    const from = this.#numbers[at * WIDTH + 3] as number;
    const { bytes } = this.#source;
    return from === -1 || (bytes[from] as number) > 127
      ? sectionNamed(this.text(at))
      : sectionIn(bytes, from, this.#numbers[at * WIDTH + 4] as number);
  }

  text(at: number): string {
    const from = this.#numbers[at * WIDTH + 3] as number;
    const to = this.#numbers[at * WIDTH + 4] as number;
    return from === -1 ? (this.#own[to] as string) : this.#source.slice(from, to);
  }
}
