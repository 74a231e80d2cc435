/** One key as people name it (`j`, `Tab`, `Up`, `Ctrl-C`), or a text that was pasted. */
export type Key = { key: string } | { pasted: string };

const NAMED: Readonly<Record<string, string>> = {
  '\t': 'Tab',
  '\r': 'Enter',
  '\n': 'Enter',
  '\u007f': 'Backspace',
  '\b': 'Backspace',
  '\u0003': 'Ctrl-C',
  '\u0004': 'Ctrl-D',
  '\u0015': 'Ctrl-U',
  '\u0017': 'Ctrl-W',
  '\u001b': 'Esc',
};

const SEQUENCES: Readonly<Record<string, string>> = {
  A: 'Up',
  B: 'Down',
  C: 'Right',
  D: 'Left',
  H: 'Home',
  F: 'End',
  Z: 'Shift-Tab',
  '1~': 'Home',
  '7~': 'Home',
  '4~': 'End',
  '8~': 'End',
  '3~': 'Delete',
  '5~': 'PageUp',
  '6~': 'PageDown',
};

const PASTE_BEGINS = '\u001b[200~';
const PASTE_ENDS = '\u001b[201~';
const SEQUENCE = /^\u001b(?:\[([0-9;]*[A-Za-z~])|O([A-Za-z]))/;
const UNFINISHED = /^\u001b(?:\[[0-9;]*|O)?$/;

/**
 * Keys out of what a terminal sends, in pieces of any size. An escape at the end of a piece may be the key or the begin
 * of a sequence: `flush`, called a moment later, says that nothing followed.
 */
export class KeyReader {
  #rest = '';

  /** Something is unfinished: `flush` is to be called if nothing more comes. */
  get waits(): boolean {
    return this.#rest !== '' && !this.#rest.startsWith(PASTE_BEGINS);
  }

  read(text: string): Key[] {
    this.#rest += text;
    const keys: Key[] = [];
    for (;;) {
      const taken = this.#take();
      if (taken === undefined) return keys;
      this.#rest = this.#rest.slice(taken.length);
      if (taken.key !== undefined) keys.push(taken.key);
    }
  }

  flush(): Key[] {
    const rest = this.#rest;
    if (!this.waits) return [];
    this.#rest = '';
    return rest === '\u001b' ? [{ key: 'Esc' }] : [];
  }

  #take(): { length: number; key: Key | undefined } | undefined {
    const rest = this.#rest;
    if (rest === '') return undefined;
    if (rest.startsWith(PASTE_BEGINS)) {
      const end = rest.indexOf(PASTE_ENDS);
      if (end === -1) return undefined;
      return { length: end + PASTE_ENDS.length, key: { pasted: rest.slice(PASTE_BEGINS.length, end) } };
    }
    if (UNFINISHED.test(rest)) return undefined;
    const sequence = SEQUENCE.exec(rest);
    if (sequence !== null) {
      const name = SEQUENCES[sequence[1] ?? sequence[2] ?? ''];
      return { length: sequence[0].length, key: name === undefined ? undefined : { key: name } };
    }
    const [first = ''] = rest;
    const name =
      NAMED[first] ?? (first < ' ' ? `Ctrl-${String.fromCharCode(first.charCodeAt(0) + 64)}` : first);
    return { length: first.length, key: { key: name } };
  }
}
