const FIRST = 256;

/** Numbers in a row, in memory that is kept for the next row: an array gives its memory back when it is emptied. */
export class NumberList {
  numbers = new Int32Array(FIRST);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = number;
  }

  /** Writes those from `from` to before `to` into `words`; returns where the next one goes. */
  copy(words: Int32Array, at: number, from = 0, to = this.length): number {
    const { numbers } = this;
    let next = at;
    for (let i = from; i < to; i += 1) words[next++] = numbers[i] as number;
    return next;
  }
}
