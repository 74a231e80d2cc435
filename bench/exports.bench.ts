// Exports of 3,000 generated TypeScript files: names and signatures by ours, names alone by the peers.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { exportsOfFolder } from '../src/spec/exports/project.ts';
import { seeded } from '../test/support/git-history.ts';
import { measure, report, type Contender, type Goal } from './measure.ts';

const FILES = 3_000;
const PER_FOLDER = 100;
/** Taken as a peer where it is installed. */
const CTAGS = 'ctags';

export async function run(): Promise<boolean> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'autodev-bench-')));
  try {
    const { folders, bytes, names } = generate(root);
    const found = { ours: 0, raw: 0 };
    const others: Contender[] = [
      { name: 'oxc', as: 'peer', run: () => void oxcNames(folders, {}) },
      ...(spawnSync(CTAGS, ['--version']).status === 0
        ? [{ name: CTAGS, as: 'peer' as const, run: () => tag(root) }]
        : []),
    ];
    const contenders: Contender[] = [
      {
        name: 'read the files',
        as: 'floor',
        run: () => each(folders, (file) => void readFileSync(file, 'utf8').length),
      },
      {
        name: 'oxc, raw transfer',
        as: 'peer',
        run: () => {
          found.raw = oxcNames(folders, { experimentalRawTransfer: true }).size;
        },
      },
      {
        name: 'ours, with signatures and methods',
        as: 'ours',
        run: async () => {
          found.ours = (await ourNames(root, folders)).size;
        },
      },
    ];
    const measured = [...(await measure(contenders, 9)), ...(await measure(others, 2))];
    const best = (name: string) => measured.find((one) => one.name.startsWith(name))?.bestMs ?? NaN;
    const goals: Goal[] = [
      {
        text: 'ours ≥ oxc raw transfer',
        met: best('ours') <= best('oxc, raw'),
        measured: `${(best('oxc, raw') / best('ours')).toFixed(2)} ×, ${(bytes / 1e3 / best('ours')).toFixed(0)} MB/s`,
      },
      {
        text: 'the same names',
        met: found.ours === names && found.raw === names,
        measured: `${found.ours} of ${names}, raw transfer ${found.raw}`,
      },
    ];
    return report(`exports of ${FILES} TypeScript files, ${(bytes / 1e6).toFixed(1)} MB`, measured, goals);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function tag(root: string): void {
  spawnSync(CTAGS, ['-R', '-f', '-', '--languages=TypeScript', root], { maxBuffer: 2 ** 30 });
}

type Folders = readonly { dir: string; files: readonly string[] }[];

function each(folders: Folders, visit: (path: string) => void): void {
  for (const { files } of folders) for (const file of files) visit(file);
}

async function ourNames(root: string, folders: Folders): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { dir } of folders)
    for (const one of (await exportsOfFolder(root, dir)).symbols)
      if (one.parent === undefined) names.add(`${one.file}#${one.name}`);
  return names;
}

/** The names of the module record, every file parsed. */
function oxcNames(folders: Folders, options: object): Set<string> {
  const names = new Set<string>();
  each(folders, (file) => {
    const { module } = parseSync(file, readFileSync(file, 'utf8'), options);
    for (const statement of module.staticExports)
      for (const { exportName } of statement.entries) names.add(`${file}#${exportName.name ?? 'default'}`);
  });
  return names;
}

/** Modules as projects have them: types, functions with bodies, classes; every eighth exports nothing. */
function generate(root: string): { folders: Folders; bytes: number; names: number } {
  const random = seeded(20_240_601);
  let bytes = 0;
  let names = 0;
  const folders: { dir: string; files: string[] }[] = [];
  for (let at = 0; at < FILES; at += 1) {
    const dir = `src/m${Math.floor(at / PER_FOLDER)}`;
    if (at % PER_FOLDER === 0) {
      folders.push({ dir, files: [] });
      mkdirSync(join(root, dir), { recursive: true });
    }
    const parts = ["import { readFile } from 'node:fs/promises';"];
    const keyword = at % 8 === 7 ? '' : 'export ';
    const count = 3 + random.below(6);
    for (let n = 0; n < count; n += 1)
      parts.push(declaration(keyword, `${at}_${n}`, random.below(5), random.below(12)));
    if (keyword !== '') names += count;
    const text = parts.join('\n\n');
    bytes += text.length;
    const file = join(root, dir, `f${at}.ts`);
    writeFileSync(file, text);
    folders.at(-1)?.files.push(file);
  }
  return { folders, bytes, names };
}

function declaration(keyword: string, id: string, kind: number, size: number): string {
  const lines = Array.from(
    { length: size + 2 },
    (_, n) =>
      `    const v${n} = values.filter((value) => value.id !== ${n} && value.name.startsWith(\`x\${${n}}\`)).map((value) => ({ ...value, n: ${n} }));`,
  );
  const body = `${lines.join('\n')}\n    return { v0, done: Boolean(v0) };`;
  switch (kind) {
    case 0:
      return `${keyword}interface Shape${id}<T> { id: number; name: string; items: readonly T[]; find(key: string): T | undefined }`;
    case 1:
      return `${keyword}type Union${id} = { kind: 'a'; value: number } | { kind: 'b'; value: string } | null;`;
    case 2:
      return `${keyword}const table${id} = async (values: Value[], limit = ${size}): Promise<Result> => {\n${body}\n};`;
    case 3:
      return `${keyword}class Store${id} extends Base {\n  #rows = new Map<string, number>();\n  constructor(private readonly root: string) { super(); }\n  async load(values: Value[]): Promise<Result> {\n${body}\n  }\n  get size(): number { return this.#rows.size; }\n}`;
    default:
      return `${keyword}async function work${id}<T extends object>(values: Value[], options?: T): Promise<Result> {\n${body}\n}`;
  }
}
