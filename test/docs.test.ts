import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from '../src/cli/command.ts';
import { TREE } from '../src/cli/tree.ts';
import { diagrams } from './pictures/diagrams.ts';
import { PICTURES } from './pictures/pictures.ts';
import { blocksOf, isRun, RUN_PAGES } from './support/guide.ts';
import { anchorsOf, linksOf } from './support/markdown-links.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (page: string) => readFileSync(join(root, page), 'utf8');
const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted();

describe('the guide', () => {
  test('every link leads to a file that is there, and every anchor to a heading', () => {
    assert.ok(PAGES.length > 20, 'the pages were found');
    const broken = PAGES.flatMap((page) =>
      linksOf(read(page))
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#');
          const target = path === '' ? page : relative(root, join(root, dirname(page), path));
          if (!existsSync(join(root, target))) return true;
          return anchor !== undefined && !anchorsOf(read(target)).has(anchor);
        })
        .map((link) => `${page}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  test('every shell block is run by a test, or says in its first line why it is not', () => {
    // Run by CI itself, and by test/e2e/demo.test.ts.
    const readme = new Set(['npm ci && npm run demo', 'npm ci && npm test']);
    const silent = PAGES.filter((page) => !RUN_PAGES.flat().includes(page)).flatMap((page) =>
      blocksOf(page, read(page))
        .filter((block) => isRun(block) && !readme.has(block.text))
        .map(({ line }) => `${page}:${line}`),
    );
    assert.deepEqual(silent, []);
  });

  test('the first page opens with a picture of it running and the two commands', () => {
    for (const page of ['README.md', 'README.ko.md']) {
      const [demo, tests] = blocksOf(page, read(page));
      assert.deepEqual([demo?.text, tests?.text], ['npm ci && npm run demo', 'npm ci && npm test']);
      assert.equal(linksOf(read(page))[0], 'docs/pictures/demo.svg');
    }
  });

  test('every error code of the program is explained, with its exit code, and no other', () => {
    const source = read('src/work/errors.ts');
    const union = /export type ErrorCode =([^;]+);/.exec(source)?.[1] ?? '';
    const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code ?? '');
    const exits = new Map(
      [...source.matchAll(/^ {2}(\w+): (\d+),$/gm)].map(([, code, exit]) => [code, exit]),
    );
    const explained = [...read('docs/troubleshooting.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    assert.deepEqual(
      explained.map(([, code, exit]) => `${code} ${exit}`),
      codes.map((code) => `${code} ${exits.get(code) ?? '1'}`),
    );
  });

  test('every setting that a page names is in the reference', () => {
    const reference = new Set(
      [...read('docs/config.md').matchAll(/^\| `([\w.[\]<>]+)` \|/gm)].map(([, key]) => key ?? ''),
    );
    const sections = new Set([...reference].map((key) => key.split(/[.[]/)[0]));
    // Names of the same form: events, and files of the home.
    const others = new Set([...read('src/work/events.ts').matchAll(/'(\w+\.\w+)'/g)].map(([, name]) => name));
    others.add('daemon.pid');
    const known = (key: string) =>
      others.has(key) ||
      [...reference].some((one) => one === key || one.startsWith(`${key}.`) || one.startsWith(`${key}[]`));
    const unknown = PAGES.flatMap((page) =>
      [...read(page).matchAll(/`([a-z_]+(?:\[\])?\.[a-z_]+(?:\.[a-z_]+)*)`/g)]
        .map(([, key]) => key ?? '')
        .filter(
          (key) =>
            sections.has(key.split(/[.[]/)[0] ?? '') && !known(key) && !existsSync(join(root, 'docs', key)),
        )
        .map((key) => `${page}: ${key}`),
    );
    assert.deepEqual(unknown, []);
  });

  test('every command is shown by example', () => {
    const text = PAGES.map(read).join('\n');
    const missing = commandsOf(TREE, '').filter((name) => !text.includes(name));
    assert.deepEqual(missing, [], 'docs/cli.md, or the page of the part, shows each command');
  });

  test('every diagram has a picture that shows it as it is now', () => {
    for (const { file, svg } of diagrams())
      assert.equal(
        readFileSync(new URL(file, PICTURES), 'utf8'),
        svg,
        `npm run pictures -- flows makes ${file}`,
      );
  });
});

/** `autodev repo add` and so on; programs of their own are named by themselves. */
function commandsOf(command: Command, before: string): string[] {
  if (command.hidden === true && command.program !== true) return [];
  const name = command.program === true ? command.name : `${before} ${command.name}`.trim();
  return command.children === undefined
    ? [name]
    : command.children.flatMap((child) => commandsOf(child, name));
}
