// Every command up to the first line of its own work, on dist/ as it is installed: parsed, found, its file loaded.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '../src/cli/command.ts';
import { TREE } from '../src/cli/tree.ts';
import { measure, report, type Contender } from './measure.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const GOAL = 3;
const ROUNDS = 7;

/** What src/main.ts and src/cli/run.ts do before a handler runs. */
const UNTIL_LOADED = `
import './dist/cli/quick.js';
import { terminal } from './dist/cli/terminal.js';
import { parseWords, resolveCommand } from './dist/cli/parse.js';
terminal();
const words = process.argv.slice(2);
const [, { branchOf }] = await Promise.all([import('./dist/cli/run.js'), import('./dist/cli/branch.js')]);
const tree = (await branchOf(words[0])) ?? (await import('./dist/cli/tree.js')).TREE;
const { path, rest } = resolveCommand(tree, words);
parseWords(path, [...rest, '--help']);
await path.at(-1).load();
process.exit(0);
`;

function leaves(command: Command, path: readonly string[] = []): string[][] {
  const own = command.load === undefined ? [] : [[...path]];
  const children = (command.children ?? []).filter(({ program }) => program !== true);
  return [...own, ...children.flatMap((child) => leaves(child, [...path, child.name]))];
}

export async function run(): Promise<boolean> {
  if (!existsSync(join(root, 'dist', 'main.js'))) {
    console.error('\n== commands: there is no dist/; run npm run build first');
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  try {
    for (const name of ['dist', 'plugins', 'package.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const script = join(folder, 'until-loaded.mjs');
    writeFileSync(script, UNTIL_LOADED);
    const node = (...args: string[]) =>
      new Promise<void>((resolve, reject) => {
        const child = spawn(process.execPath, args, { env: { PATH: '', HOME: folder }, stdio: 'ignore' });
        child.once('exit', (code) =>
          code === 0 ? resolve() : reject(new Error(`${args.join(' ')} gave ${code}`)),
        );
      });
    const measured = await measure(
      [
        { name: 'node -e 0', as: 'floor', run: () => node('-e', '0') },
        ...leaves(TREE).map((words): Contender => ({
          name: `autodev ${words.join(' ')}`,
          as: 'ours',
          run: () => node(script, ...words),
        })),
      ],
      ROUNDS,
    );
    const floor = measured[0]?.bestMs ?? NaN;
    const slow = measured.filter(({ bestMs }) => bestMs > GOAL * floor);
    return report('every command before its own work', measured, [
      {
        text: `ours ≤ ${GOAL} × node -e 0`,
        met: slow.length === 0,
        measured: slow.length === 0 ? 'all' : `not ${slow.map(({ name }) => name).join(', ')}`,
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
