import { alignedLines } from '../render/table.ts';
import { cutTo, displayWidth } from '../render/width.ts';
import { parseWorkId } from '../work/ids.ts';
import type { Board, BoardItem } from './board.ts';
import { shortName } from './board.ts';
import type { EndState } from './verify.ts';

export interface SummaryRow {
  item: string;
  title: string;
  phase: string;
  label: string;
  pull: string;
  duration_ms: number;
  cost_usd: number;
  sessions: number;
  /** Who worked on it, in order; absent where one daemon did it all. */
  workers?: string[];
  /** Why it was left to a person. */
  reason: string;
}

/** One row per work item: how it ended, what the forge says, how long it took and what it cost. */
export function summaryRows(board: Board, end: EndState): SummaryRow[] {
  return [...board.items.values()].map((item) => {
    const { number } = parseWorkId(item.work);
    const entry = end.items.find((each) => each.number === number);
    return {
      item: shortName(item.work),
      title: item.title,
      phase: item.phase,
      label: entry?.labels.join(' ') ?? '',
      pull: pullOf(item, entry?.state ?? ''),
      duration_ms: item.durationMs,
      cost_usd: Number(item.costUsd.toFixed(2)),
      sessions: item.sessions,
      ...(board.workers.size === 0 ? {} : { workers: board.workers.get(item.work) ?? [] }),
      reason: item.label === 'skip' ? (item.reason.split('\n', 1)[0] ?? '') : '',
    };
  });
}

function pullOf(item: BoardItem, state: string): string {
  const opened = /^PR #\d+/.exec(item.reason)?.[0];
  return opened ?? (item.work.startsWith('issue:') ? '' : state);
}

const LEAST_TITLE = 16;

/** The rows as a table within the width, and below it what was left to a person, and why. */
export function summaryTable(rows: readonly SummaryRow[], columns: number): string {
  const facts = rows.map((row) => [
    row.item,
    row.reason === '' ? row.pull || row.phase : 'left to you',
    `${(row.duration_ms / 1000).toFixed(1)} s`,
    `$${row.cost_usd.toFixed(2)}`,
  ]);
  const spent = `$${rows.reduce((sum, row) => sum + row.cost_usd, 0).toFixed(2)}`;
  const others = [['item', 'result', 'time', 'cost'], ...facts, ['total', '', '', spent]];
  const room = columns - 2 - alignedLines([{}, {}, {}, {}], others).lines.reduce(widest, 0);
  const titles = ['title', ...rows.map((row) => cutTo(row.title, Math.max(LEAST_TITLE, room))), ''];
  const cells = others.map(([item = '', ...rest], at) => [item, titles[at] ?? '', ...rest]);
  const { lines, widths } = alignedLines([{}, {}, {}, { right: true }, { right: true }], cells);
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  return [lines[0], rule, ...lines.slice(1, -1), rule, lines.at(-1), ...leftToYou(rows, columns)].join('\n');
}

const widest = (width: number, line: string) => Math.max(width, displayWidth(line));

function leftToYou(rows: readonly SummaryRow[], columns: number): string[] {
  const left = rows.filter(({ reason }) => reason !== '');
  if (left.length === 0) return [];
  return [
    '',
    'Left to you, with the label autodev:skip and a comment that says why:',
    ...left.map(({ item, reason }) => cutTo(`  ${item}  ${reason}`, columns)),
  ];
}
