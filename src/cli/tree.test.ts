import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { displayWidth } from '../render/width.ts';
import type { Command } from './command.ts';
import { helpText } from './help.ts';
import { pathName, resolveCommand } from './parse.ts';
import { TREE } from './tree.ts';

const here = dirname(fileURLToPath(import.meta.url));

interface Found {
  path: Command[];
  command: Command;
}

function every(path: Command[]): Found[] {
  const command = path.at(-1) as Command;
  return [{ path, command }, ...(command.children ?? []).flatMap((child) => every([...path, child]))];
}

const ALL = every([TREE]);
const name = ({ path }: Found) => pathName(path);

/** Everything a handler is made of within its own folder: a shared part may read its option. */
function sourcesOf({ command, path }: Found): string {
  const file = /import\(['"](.+?)['"]\)/.exec(String(command.load))?.[1] ?? '';
  const folders = [
    '.',
    ...path.map((each) => each.name),
    'daemon',
    'cluster',
    'spec',
    'sessions',
    'develop',
    'auto',
  ];
  const start = folders
    .map((folder) => resolve(here, folder, file))
    .find((place) => existsSync(place) && readFileSync(place, 'utf8').includes('export'));
  const seen = new Set<string>();
  const read = (place: string): string => {
    if (seen.has(place) || !existsSync(place)) return '';
    seen.add(place);
    const text = readFileSync(place, 'utf8');
    const nested = [...text.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)]
      .map((match) => join(dirname(place), match[1] ?? match[2] ?? ''))
      .filter((target) => target.startsWith(here));
    return text + nested.map(read).join('');
  };
  return start === undefined ? '' : read(start);
}

describe('the command line', () => {
  test('every command has an example that calls it, and help that names it', () => {
    for (const found of ALL) {
      const { command, path } = found;
      const example = command.example ?? '';
      // The forms of `claude-md-core` are only called by that name.
      const called = name(found).replace('autodev spec core', 'claude-md-core');
      assert.notEqual(example, '', `${name(found)} has an example`);
      if (command.load !== undefined)
        assert.ok(
          [name(found), called].some((call) => example.includes(call)),
          `the example of ${name(found)} calls it: ${example}`,
        );
      assert.match(helpText(path, false), new RegExp(`Usage\\n {2}${name(found)}`));
      assert.match(
        command.about,
        /^[A-Z][a-z]*[^s\s] .*\.$/,
        `${name(found)} says what it does: ${command.about}`,
      );
    }
  });

  test('every declared option is read by its handler: none is parsed and ignored', () => {
    for (const found of ALL) {
      const { command, path } = found;
      // The handlers of the programs are those of the commands.
      if (path.some(({ program }) => program)) continue;
      if (command.load === undefined || command.options === undefined) continue;
      const source = sourcesOf(found);
      assert.notEqual(source, '', `the handler of ${name(found)} is found`);
      for (const option of Object.keys(command.options))
        assert.match(source, new RegExp(`['"]${option}['"]`), `${name(found)} reads --${option}`);
    }
  });

  test('no line of any help is wider than 80 columns', () => {
    const wide = ALL.flatMap((found) =>
      helpText(found.path, false)
        .split('\n')
        .filter((line) => displayWidth(line) > 80)
        .map((line) => `${name(found)}: ${line}`),
    );
    assert.deepEqual(wide, []);
  });

  test('help as a word is --help', () => {
    for (const words of [
      ['help', 'repo', 'add'],
      ['repo', 'help', 'add'],
    ]) {
      const { path, rest } = resolveCommand(TREE, words);
      assert.deepEqual([pathName(path), rest], ['autodev repo add', ['--help']]);
    }
    assert.deepEqual(resolveCommand(TREE, ['help']), { path: [TREE], rest: ['--help'] });
    assert.throws(() => resolveCommand(TREE, ['help', 'nothing']), { code: 'usage' });
  });

  test('names and short options are unique where they are used', () => {
    for (const found of ALL) {
      const names = (found.command.children ?? []).map((child) => child.name);
      assert.deepEqual(names, [...new Set(names)], `the commands of ${name(found)}`);
      const shorts = Object.values(found.command.options ?? {}).flatMap(({ short }) => short ?? []);
      assert.deepEqual(shorts, [...new Set(shorts)], `the options of ${name(found)}`);
      assert.ok(!shorts.includes('h'), '-h is help');
    }
  });

  test('the commands that the design names are there', () => {
    const names = new Set(ALL.map(name));
    for (const wanted of [
      'demo',
      'init',
      'doctor',
      'start',
      'stop',
      'restart',
      'pause',
      'resume',
      'repo add',
      'repo list',
      'repo config',
      'repo remove',
      'repo enable',
      'repo disable',
      'status',
      'list',
      'why',
      'logs',
      'retry',
      'cancel',
      'approve',
      'answer',
      'config show',
      'config edit',
      'config schema',
      'costs',
      'audit',
      'completion',
    ])
      assert.ok(names.has(`autodev ${wanted}`), wanted);
  });
});
