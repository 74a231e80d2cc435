import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import type * as graphemes from '@xterm/addon-unicode-graphemes';
import xterm from '@xterm/headless';
import { cellsOf } from '../../src/tui/screen/cells.ts';
import { firstModel, type Input, type Model } from '../../src/tui/model.ts';
import { rowText } from '../../src/tui/screen/row.ts';
import { ENTER, Screen } from '../../src/tui/screen/screen.ts';
import { update } from '../../src/tui/update.ts';
import { view } from '../../src/tui/view.ts';
import { randomInputs } from '../support/dashboard-inputs.ts';

const { UnicodeGraphemesAddon } = createRequire(import.meta.url)(
  '@xterm/addon-unicode-graphemes',
) as typeof graphemes;

const STEPS = 10_000;
const CLEAR = '\u001b[2J';
/** How many steps between two looks at the style of every cell. */
const STYLES = 100;

type Emulator = InstanceType<typeof xterm.Terminal>;

function emulator({ columns, rows }: Model['size']): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  return terminal;
}

const write = (terminal: Emulator, text: string) =>
  new Promise<void>((resolve) => terminal.write(text, resolve));

function shownRows(terminal: Emulator): string[] {
  return Array.from(
    { length: terminal.rows },
    (_, at) => terminal.buffer.active.getLine(at)?.translateToString(false, 0, terminal.cols) ?? '',
  );
}

/** For each cell whether it is shown inverted, and whether it has a colour. */
function shownStyles(terminal: Emulator): string[] {
  return Array.from({ length: terminal.rows }, (_, row) => {
    const line = terminal.buffer.active.getLine(row);
    return Array.from({ length: terminal.cols }, (__, column) => {
      const cell = line?.getCell(column);
      return cell?.isInverse() ? 'i' : cell?.isFgPalette() ? 'c' : '.';
    }).join('');
  });
}

function wantedStyles(model: Model): string[] {
  const mark = {
    plain: '.',
    dim: '.',
    bold: '.',
    green: 'c',
    yellow: 'c',
    red: 'c',
    cyan: 'c',
    selected: 'i',
  };
  return view(model).map((row) =>
    cellsOf(row)
      .map(({ style }) => mark[style])
      .join(''),
  );
}

describe('the screen', () => {
  test(`after each of ${STEPS} random keys, sizes and events is the model's rows, written in small pieces`, async () => {
    const first = { columns: 80, rows: 24 };
    let model = firstModel(first);
    const screen = new Screen(true);
    const terminal = emulator(first);
    await write(terminal, `${ENTER}${screen.update(view(model), first.columns)}`);
    const sizes: number[] = [];
    let step = 0;
    for (const input of randomInputs(20_261_116, STEPS)) {
      step += 1;
      ({ model } = update(model, input));
      const rows = view(model);
      const text = screen.update(rows, model.size.columns);
      if (input.kind === 'resize') terminal.resize(model.size.columns, model.size.rows);
      else {
        assert.ok(!text.includes(CLEAR), `cleared at ${step} by ${input.kind}`);
        if (text !== '') sizes.push(Buffer.byteLength(text));
      }
      await write(terminal, text);
      assert.deepEqual(shownRows(terminal), rows.map(rowText), `step ${step}: ${JSON.stringify(input)}`);
      if (step % STYLES === 0) assert.deepEqual(shownStyles(terminal), wantedStyles(model), `step ${step}`);
      assert.equal(screen.update(rows, model.size.columns), '', 'nothing is written while idle');
    }
    const median = sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
    assert.ok(sizes.length > STEPS / 4, `${sizes.length} updates`);
    assert.ok(median <= 2_048, `median ${median} bytes`);
    terminal.dispose();
  });

  test('has no colour and no other style where none is wanted', () => {
    const screen = new Screen(false);
    let model = firstModel({ columns: 80, rows: 24 });
    for (const input of randomInputs(7, 300)) {
      ({ model } = update(model, input satisfies Input));
      assert.doesNotMatch(
        screen.update(view(model), model.size.columns).replaceAll('\u001b[0m\u001b[2J', ''),
        /\u001b\[[0-9;]*m/,
      );
    }
  });
});
