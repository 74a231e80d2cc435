import { boardRows } from './panels/board.ts';
import { detailLines } from './panels/details.ts';
import { dialogLines } from './panels/dialog.ts';
import { headerRow } from './panels/header.ts';
import { helpLines } from './panels/help.ts';
import { isTooSmall, layoutOf, LEAST } from './screen/layout.ts';
import type { Model } from './model.ts';
import { fitted, span, type Row } from './screen/row.ts';
import { statusRow } from './panels/status-row.ts';

/** The whole screen, row by row, each as wide as the screen. Pure. */
export function view(model: Model): Row[] {
  const { columns, rows } = model.size;
  if (isTooSmall(model.size)) return tooSmall(model);
  const inner = columns - 2;
  const framed = (row: Row): Row => [span('│', 'dim'), ...fitted(row, inner), span('│', 'dim')];
  const page = pageLines(model);
  const body =
    page === undefined
      ? boardRows(model)
      : [line('├', '─', '┤', inner), ...page.map(framed), line('└', '─', '┘', inner)];
  const screen = [line('┌', '─', '┐', inner), framed(headerRow(model, inner)), ...body, statusRow(model)];
  return screen.slice(0, rows).map((row) => fitted(row, columns));
}

export function line(left: string, middle: string, right: string, inner: number): Row {
  return [span(`${left}${middle.repeat(inner)}${right}`, 'dim')];
}

/** What takes the place of the panels; undefined: nothing does. */
function pageLines(model: Model): Row[] | undefined {
  const { page } = layoutOf(model.size);
  const width = model.size.columns - 4;
  const lines = dialogLines(model, width) ?? helpLines(model) ?? detailsWindow(model, width, page);
  if (lines === undefined) return undefined;
  const shown = lines.slice(0, page).map((row): Row => [span(' '), ...row]);
  return [...shown, ...Array.from({ length: page - shown.length }, (): Row => [])];
}

function detailsWindow(model: Model, width: number, page: number): Row[] | undefined {
  if (model.details === undefined) return undefined;
  const lines = detailLines(model, width);
  return lines.slice(Math.min(model.details.top, Math.max(0, lines.length - page)));
}

function tooSmall({ size: { columns, rows } }: Model): Row[] {
  const said = [
    `${columns}×${rows} is too small:`,
    `the dashboard needs ${LEAST.columns}×${LEAST.rows}.`,
    'Make the terminal larger; q quits.',
  ];
  return Array.from({ length: rows }, (_, at) => fitted([span(said[at] ?? '')], columns));
}
