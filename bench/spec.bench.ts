import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reusedReader } from '../src/host/fs/reused-reader.ts';
import { BlockList } from '../src/spec/parse/blocks/block-list.ts';
import { parseSpecBytes } from '../src/spec/parse/parse.ts';
import { Source } from '../src/spec/parse/blocks/source.ts';
import { findSymbols } from '../src/spec/symbols/find.ts';
import { indexOverview, symbolIndex } from '../src/spec/symbols/index.ts';
import { ModuleRecords } from '../src/spec/symbols/module-records.ts';
import type { PackedRecord } from '../src/spec/symbols/packed-record.ts';
import { Packer } from '../src/spec/symbols/packer.ts';
import { openProject } from '../src/spec/symbols/project.ts';
import { moduleRecord } from '../src/spec/symbols/read-record.ts';
import { measure, report } from './measure.ts';
import { moduleDir, writeTree } from './specdata.ts';

const COUNT = 10_000;
const ROUNDS = 7;

/**
 * 10,000 CLAUDE.md → specs and symbol index, against reading the same files; and the same with nothing changed,
 * against a walk that looks at every file's date. (Peers that parse any Markdown: remark, markdown-it, md4x; none of
 * them is a dependency, so they are not run here. They took 1.1 to 53 seconds for the same text.)
 */
export async function run(): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  const home = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  try {
    const bytes = writeTree(root, COUNT);
    const dirs = Array.from({ length: COUNT }, (_, number) => moduleDir(number)).sort();
    // A cache trusts what is older than the file system's clock is fine.
    const past = new Date(Date.now() - 60_000);
    for (const dir of dirs) utimesSync(join(root, dir, 'CLAUDE.md'), past, past);
    const cold = await coldRun(root, dirs, bytes);
    const warm = await warmRun(root, home);
    return cold && warm;
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
}

async function coldRun(root: string, dirs: readonly string[], bytes: number): Promise<boolean> {
  const reader = reusedReader();
  const path = (dir: string) => `${root}/${dir}/CLAUDE.md`;
  const coldIndex = () => {
    const records = new Map<string, PackedRecord>();
    const memory = new BlockList();
    const packer = new Packer();
    for (const dir of dirs)
      records.set(dir, moduleRecord(dir, new Source(reader(path(dir))), packer, memory));
    return new ModuleRecords(dirs, records);
  };
  const measured = await measure(
    [
      {
        name: 'read every file, one reused buffer',
        as: 'floor',
        run: () => {
          for (const dir of dirs) reader(path(dir));
        },
      },
      {
        name: 'read and decode every file',
        as: 'peer',
        run: () => {
          for (const dir of dirs) reader(path(dir)).toString('utf8');
        },
      },
      {
        name: 'read → records → symbol index',
        as: 'ours',
        run: () => {
          indexOverview(coldIndex());
        },
      },
      {
        name: 'the same, and every symbol as it is printed',
        as: 'ours',
        run: () => {
          symbolIndex(coldIndex());
        },
      },
      {
        name: 'read → every spec whole',
        as: 'ours',
        run: () => {
          for (const dir of dirs) parseSpecBytes(reader(path(dir)));
        },
      },
    ],
    ROUNDS,
  );
  const [floor, , ours] = measured;
  const ratio = (ours?.bestMs ?? 0) / (floor?.bestMs ?? 1);
  return report(`specs and symbol index of ${COUNT} files, ${(bytes / 1e6).toFixed(0)} MB, cold`, measured, [
    { text: 'ours ≤ 4 × the read', met: ratio <= 4, measured: `${ratio.toFixed(2)} ×` },
  ]);
}

async function warmRun(root: string, home: string): Promise<boolean> {
  const open = () => openProject(root, { home, now: Date.now() });
  await open();
  const known = (await open()).read;
  const measured = await measure(
    [
      { name: 'walk and stat every CLAUDE.md', as: 'floor', run: () => void statWalk(root) },
      {
        name: 'open the index, find one symbol',
        as: 'ours',
        run: async () => void findSymbols(await open(), 'Type0tokenTtoken'),
      },
      { name: 'open and print the whole index', as: 'ours', run: async () => void symbolIndex(await open()) },
    ],
    ROUNDS,
  );
  const [floor, ours] = measured;
  const ratio = (ours?.bestMs ?? 0) / (floor?.bestMs ?? 1);
  return report(`the same, nothing changed`, measured, [
    { text: 'ours ≤ 2 × the stat walk', met: ratio <= 2, measured: `${ratio.toFixed(2)} ×` },
    { text: 'no file is read again', met: known === 0, measured: `${known} read` },
  ]);
}

function statWalk(folder: string): number {
  let found = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found += statWalk(path);
    else if (entry.name === 'CLAUDE.md' && statSync(path).size > 0) found += 1;
  }
  return found;
}
