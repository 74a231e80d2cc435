// What the terminal dashboard writes for an update, against a full redraw, and how long 500 items take.
import { firstModel, type Model } from '../src/tui/model.ts';
import { Screen } from '../src/tui/screen/screen.ts';
import { update } from '../src/tui/update.ts';
import { view } from '../src/tui/view.ts';
import { boardItemOf, snapshotWith } from '../test/support/board.ts';
import { randomInputs } from '../test/support/dashboard-inputs.ts';
import { report } from './measure.ts';

const INPUTS = 3_000;
const ITEMS = 500;
const LARGE = { columns: 200, rows: 60 };

export async function run(): Promise<boolean> {
  const { ours, redraws, idle } = written();
  const cpuMs = scrolling();
  return report(
    'terminal dashboard, bytes for an update',
    [],
    [
      {
        text: 'median ≤ 2 KB',
        met: median(ours) <= 2_048,
        measured: `${median(ours)} B (a full redraw: ${median(redraws)} B, ${(median(redraws) / median(ours)).toFixed(0)} ×)`,
      },
      { text: 'nothing while idle', met: idle === 0, measured: `${idle} B` },
      {
        text: `a row down in ${ITEMS} items at 200×60: CPU ≤ 16 ms`,
        met: cpuMs <= 16,
        measured: `${cpuMs.toFixed(2)} ms`,
      },
    ],
  );
}

/** Bytes of each update that is no resize, ours and as a redraw of every row; and of all updates that change nothing. */
function written(): { ours: number[]; redraws: number[]; idle: number } {
  const screen = new Screen(true);
  const ours: number[] = [];
  const redraws: number[] = [];
  let idle = 0;
  let model: Model = firstModel({ columns: 80, rows: 24 });
  for (const input of randomInputs(1, INPUTS)) {
    ({ model } = update(model, input));
    const rows = view(model);
    const text = screen.update(rows, model.size.columns);
    idle += Buffer.byteLength(screen.update(rows, model.size.columns));
    if (input.kind === 'resize' || text === '') continue;
    ours.push(Buffer.byteLength(text));
    redraws.push(Buffer.byteLength(new Screen(true).update(rows, model.size.columns)));
  }
  return { ours, redraws, idle };
}

/** What one key costs this machine, whatever else it does. */
function scrolling(): number {
  const items = Array.from({ length: ITEMS }, (_, at) => boardItemOf(at + 1, { title: '로그인 화면 🚀' }));
  let { model } = update(firstModel(LARGE), { kind: 'snapshot', snapshot: snapshotWith(items) });
  const screen = new Screen(true);
  const before = process.cpuUsage();
  for (let n = 1; n < ITEMS; n += 1) {
    ({ model } = update(model, { kind: 'key', key: { key: 'j' } }));
    screen.update(view(model), LARGE.columns);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / ITEMS;
}

function median(sizes: readonly number[]): number {
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
}
