import type { BoardItem } from '../../api/board/snapshot.ts';
import { clockTime } from '../../render/moments.ts';
import { cutTo, displayWidth, padEnd, padStart } from '../../render/width.ts';
import { layoutOf, NAMES_WIDTH, type Layout } from '../screen/layout.ts';
import { boardItems, logLines, type Model } from '../model.ts';
import { fitted, inert, inStyle, plainText, span, type Row, type Style } from '../screen/row.ts';

/** The three panels with their names at the left, from the line under the header to the bottom border. */
export function boardRows(model: Model): Row[] {
  const layout = layoutOf(model.size);
  const between = (left: string, cross: string, right: string): Row => [
    span(
      `${left}${left === '│' ? ' '.repeat(NAMES_WIDTH) : '─'.repeat(NAMES_WIDTH)}${cross}${'─'.repeat(layout.width)}${right}`,
      'dim',
    ),
  ];
  const panel = (names: readonly Row[], rows: readonly Row[], height: number): Row[] =>
    Array.from({ length: height }, (_, at) => [
      span('│', 'dim'),
      ...fitted(names[at] ?? [], NAMES_WIDTH),
      span('│', 'dim'),
      ...fitted(rows[at] ?? [], layout.width),
      span('│', 'dim'),
    ]);
  return [
    between('├', '┬', '┤'),
    ...panel(activeNames(model), activeRows(model, layout), layout.active),
    between('│', '├', '┤'),
    ...panel([[span(' Labels')]], labelRows(model, layout), layout.labels),
    between('│', '├', '┤'),
    ...panel([], logRows(model, layout), layout.log),
    between('└', '┴', '┘'),
  ];
}

const focus = (is: boolean): { mark: string; style: Style } =>
  is ? { mark: '›', style: 'bold' } : { mark: ' ', style: 'plain' };

function activeNames({ panel, snapshot }: Model): Row[] {
  const { mark, style } = focus(panel === 'active');
  const names: Row[] = [[span(`${mark}Active`, style)], [span(' Items', style)]];
  if (snapshot === undefined) return names;
  const { questions, running } = snapshot.status;
  const counts: [number, string, Style][] = [
    [questions, 'asking', questions > 0 ? 'yellow' : 'dim'],
    [running, 'running', running > 0 ? 'green' : 'dim'],
  ];
  return [...names, ...counts.map(([n, what, paint]) => [span(` ${n} ${what}`, paint)])];
}

const GROUPS: Record<BoardItem['group'], { mark: string; style: Style }> = {
  person: { mark: '?', style: 'yellow' },
  running: { mark: '●', style: 'green' },
  waiting: { mark: ' ', style: 'plain' },
  failed: { mark: '✗', style: 'red' },
  done: { mark: '✓', style: 'green' },
};

function activeRows(model: Model, { active: height, width }: Layout): Row[] {
  const items = boardItems(model);
  if (items.length === 0) return emptyRows(model);
  const { top, chosen } = model.active;
  const shown = items.slice(top, top + height);
  const ids = Math.min(Math.max(...shown.map(({ id }) => id.length)), Math.max(20, Math.floor(width * 0.5)));
  const states = Math.max(...shown.map((item) => displayWidth(stateWord(item))));
  return shown.map((item) => {
    const { mark, style } = GROUPS[item.group];
    const is = item.id === chosen && model.panel === 'active';
    const row: Row = [
      span(item.id === chosen ? '›' : ' ', is ? 'bold' : 'dim'),
      span(`${mark} `, style),
      span(padEnd(cutTo(item.id, ids), ids)),
      span(`  ${padEnd(stateWord(item), states)}  `, style),
      ...aboutItem(item, width - ids - states - 7),
    ];
    return is ? inStyle(fitted(row, width), 'selected') : row;
  });
}

function stateWord({ group, phase, left }: BoardItem): string {
  if (group === 'person') return 'asks you';
  if (group === 'failed') return left?.outcome === 'failed' ? 'failed' : 'left to you';
  return phase ?? 'waiting';
}

/** Its title, and beside it, or instead where there is little room, why it waits and when it wakes. */
function aboutItem({ title, waiting, left, question }: BoardItem, room: number): Row {
  const reason = plainText(question?.text ?? left?.reason ?? waiting?.reason ?? '');
  const until = waiting?.until ? `${clockTime(waiting.until)} ` : '';
  if (room < 3) return [];
  if (reason === '') return [span(cutTo(plainText(title), room), 'dim')];
  const titles = room < 60 ? 0 : Math.floor(room * 0.4);
  const name = titles === 0 ? '' : `${padEnd(cutTo(plainText(title), titles), titles)}  `;
  return [span(name, 'dim'), span(cutTo(`${until}${reason}`, room - displayWidth(name)))];
}

function emptyRows({ snapshot, filter }: Model): Row[] {
  if (snapshot === undefined) return [];
  if (filter !== '') return [[span(`  nothing here contains "${inert(filter)}"`, 'dim')]];
  const rows: Row[] = [[span('  nothing is in work', 'dim')]];
  if (snapshot.status.repositories.length === 0)
    rows.push([span('  autodev repo add URL  watches a repository')]);
  if (snapshot.presence === 'stopped' || snapshot.presence === 'gone')
    rows.push([span('  autodev start -d  starts the daemon')]);
  return rows;
}

function labelRows({ snapshot }: Model, { labels: height }: Layout): Row[] {
  const counts = Object.entries(snapshot?.status.labels ?? {});
  if (height === 1) {
    const said = counts.map(([label, count]) => `${label.replace('autodev:', '')} ${count}`).join('  ');
    return [[span(`  GitHub labels: ${said}`)]];
  }
  const names = Math.max(0, ...counts.map(([label]) => label.length));
  const digits = Math.max(0, ...counts.map(([, count]) => String(count).length));
  return [
    [span('  GitHub Label Summary')],
    ...counts.map(([label, count]): Row => [
      span(`  ${padEnd(label, names)}  ${padStart(String(count), digits)}`),
    ]),
  ];
}

function logRows(model: Model, { log: height, width }: Layout): Row[] {
  const { mark, style } = focus(model.panel === 'log');
  const lines = logLines(model);
  const { top, chosen } = model.log;
  const shown = lines.slice(top, top + height - 1);
  const names = Math.min(20, Math.max(0, ...shown.map(({ name }) => name.length)));
  const title: Row = [span(` ${mark}Activity Log`, style)];
  if (lines.length === 0) return [title, ...emptyLog(model)];
  return [
    title,
    ...shown.map((entry): Row => {
      const is = entry.seq === chosen && model.panel === 'log';
      const row: Row = [
        span(`${is ? '›' : ' '} ${clockTime(entry.at)} ${padEnd(cutTo(entry.name, names), names)}  `),
        span(plainText(entry.text), entry.style),
      ];
      return is ? inStyle(fitted(row, width), 'selected') : row;
    }),
  ];
}

/** Before the first snapshot nothing is known of the day. */
function emptyLog({ snapshot, filter }: Model): Row[] {
  if (snapshot === undefined) return [];
  const said = filter === '' ? 'nothing happened yet today' : `nothing here contains "${inert(filter)}"`;
  return [[span(`  ${said}`, 'dim')]];
}
