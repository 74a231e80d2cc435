import type { Presence, Snapshot } from '../../api/board/snapshot.ts';
import type { Model } from '../model.ts';
import { fitted, rowWidth, span, type Row, type Span } from '../screen/row.ts';

/** `autodev v0.1.0   ● daemon running   $0.75 of $20.00 today   [?]help`, with less words where there is less room. */
export function headerRow({ snapshot }: Model, width: number): Row {
  const help = span('[?]help');
  const name = span(
    `  autodev ${snapshot === undefined ? '' : `v${snapshot.status.daemon.version}`}`,
    'bold',
  );
  if (snapshot === undefined) return spread([name, span('connecting …', 'dim'), help], width);
  const daemon = daemonSpan(snapshot);
  const { today_usd: today, per_day_usd: most } = snapshot.status.costs;
  const spent = `$${today.toFixed(2)}`;
  const over = most !== null && today >= most ? 'yellow' : 'plain';
  const wordings =
    most === null
      ? [`${spent} today`, spent]
      : [`${spent} of $${most.toFixed(2)} today`, `${spent}/$${most.toFixed(2)}`];
  for (const cost of wordings) {
    const parts = [name, daemon, span(cost, over), help];
    if (rowWidth(parts) + parts.length <= width) return spread(parts, width);
  }
  return spread([name, daemon, help], width);
}

/** The first at the left, the last at the right, the rest with equal gaps between. */
function spread(parts: readonly Span[], width: number): Row {
  const free = Math.max(parts.length - 1, width - 2 - rowWidth(parts));
  const gap = Math.floor(free / (parts.length - 1));
  const row = parts.flatMap((part, at) =>
    at === parts.length - 1
      ? [span(' '.repeat(Math.max(1, free - gap * (at - 1)))), part]
      : at === 0
        ? [part]
        : [span(' '.repeat(gap)), part],
  );
  return fitted(row, width);
}

const ABSENT: Record<Exclude<Presence, 'answers'>, Span> = {
  starting: span('◐ daemon starting', 'yellow'),
  stopping: span('◐ daemon stopping', 'yellow'),
  unresponsive: span('◐ daemon does not answer', 'red'),
  stopped: span('○ daemon stopped', 'dim'),
  gone: span('✗ daemon gone', 'red'),
};

function daemonSpan({ presence, status }: Snapshot): Span {
  if (presence !== 'answers') return ABSENT[presence];
  const { state } = status.daemon;
  return span(`${state === 'running' ? '●' : '◐'} daemon ${state}`, state === 'running' ? 'green' : 'yellow');
}
