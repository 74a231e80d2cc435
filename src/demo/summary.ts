import { alignedLines } from '../render/table.ts';
import { cutTo } from '../render/width.ts';
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
      reason: item.label === 'skip' ? (item.reason.split('\n', 1)[0] ?? '') : '',
    };
  });
}

function pullOf(item: BoardItem, state: string): string {
  const opened = /^PR #\d+/.exec(item.reason)?.[0];
  return opened ?? (item.work.startsWith('issue:') ? '' : state);
}

/** Less of a reason than this says nothing. */
const LEAST_REASON = 16;

/** The rows as a table; an item left to a person says why where the terminal has room for it. */
export function summaryTable(rows: readonly SummaryRow[], columns: number): string {
  const head = ['item', 'title', 'phase', 'label', 'PR', 'duration', 'cost'];
  const body = rows.map((row) => [
    row.item,
    cutTo(row.title, 40),
    row.phase,
    row.label,
    row.pull,
    `${(row.duration_ms / 1000).toFixed(1)} s`,
    `$${row.cost_usd.toFixed(2)}`,
  ]);
  const total = [
    'total',
    '',
    '',
    '',
    '',
    '',
    `$${rows.reduce((sum, row) => sum + row.cost_usd, 0).toFixed(2)}`,
  ];
  const columnsOf = head.map((_, at) => (at >= 5 ? { right: true as const } : {}));
  const { lines, widths } = alignedLines(columnsOf, [head, ...body, total]);
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  const width = rule.length + 2;
  const told = lines.slice(1, -1).map((line, at) => {
    const reason = rows[at]?.reason ?? '';
    const room = columns - width;
    return reason === '' || room < LEAST_REASON ? line : `${line}  ${cutTo(reason, room)}`;
  });
  return [lines[0], rule, ...told, rule, lines.at(-1)].join('\n');
}
