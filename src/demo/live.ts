import { cutTo } from '../render/width.ts';
import type { RecordedEvent } from '../work/events.ts';
import { Board, shortName } from './board.ts';
import { eventLine } from './lines.ts';

export interface Screen {
  write(text: string): void;
  /** A terminal that can be redrawn; otherwise plain lines. */
  live: boolean;
  color: boolean;
  columns: number;
  rows: number;
}

export interface LiveView {
  board: Board;
  event(event: RecordedEvent): void;
  /** Who works on what now, by work id. */
  working(who: ReadonlyMap<string, string>): void;
  note(text: string): void;
  /** Leaves the last picture standing. */
  end(): void;
}

const paint = (color: boolean, code: number, text: string) =>
  color ? `\u001b[${code}m${text}\u001b[0m` : text;

/** On a terminal: the items in place with the latest lines below. Piped: one line per event. */
export function liveView(screen: Screen): LiveView {
  const board = new Board();
  const tail: string[] = [];
  let drawn = 0;

  /** What takes the last picture away; sent in one write with what comes instead, or the eye sees the gap. */
  const erased = () => {
    const text = drawn > 0 ? `\u001b[${drawn}A\u001b[J` : '';
    drawn = 0;
    return text;
  };
  const draw = (before = '') => {
    const width = board.workerWidth();
    const rows = [...board.items.values()].map((item) => {
      const state =
        item.label === 'done'
          ? paint(screen.color, 32, '✓ done')
          : item.label === 'skip'
            ? paint(screen.color, 33, '● skip')
            : paint(screen.color, 36, item.phase);
      const bare = item.label === 'done' ? '✓ done' : item.label === 'skip' ? '● skip' : item.phase;
      const left = `  ${shortName(item.work).padEnd(10)}${state}${' '.repeat(Math.max(1, 14 - bare.length))}`;
      const by = width === 0 ? '' : `${board.worksOn(item.work).padEnd(width)}  `;
      return (
        left +
        by +
        cutTo(item.title, screen.columns - 40 - by.length) +
        paint(screen.color, 2, `  $${item.costUsd.toFixed(2)}`)
      );
    });
    const room = Math.max(3, Math.min(8, screen.rows - rows.length - 4));
    const lines = [
      ...rows,
      '',
      ...tail.slice(-room).map((line) => paint(screen.color, 2, cutTo(line, screen.columns - 1))),
    ];
    screen.write(`${erased()}${before}${lines.join('\n')}\n`);
    drawn = lines.length;
  };

  return {
    board,
    event: (event) => {
      board.apply(event);
      const line = eventLine(event);
      if (!screen.live) {
        if (line !== undefined) screen.write(`${line}\n`);
        return;
      }
      if (line !== undefined) tail.push(line);
      draw();
    },
    working: (who) => {
      const begun = board.assign(who);
      if (begun.length === 0) return;
      for (const { work, worker } of begun) {
        const line = `          ${shortName(work).padEnd(9)} on ${worker}`;
        if (screen.live) tail.push(line);
        else screen.write(`${line}\n`);
      }
      if (screen.live) draw();
    },
    note: (text) => {
      if (screen.live && board.items.size > 0) draw(`${text}\n`);
      else screen.write(`${erased()}${text}\n`);
    },
    end: () => {
      drawn = 0;
    },
  };
}
