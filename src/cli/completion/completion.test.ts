import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { Command } from '../command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { completionNodes } from './nodes.ts';
import { zshScript } from './zsh.ts';

const ROOT: Command = {
  name: 'autodev',
  about: 'all',
  children: [
    { name: 'start', about: "start it, don't wait", options: { detach: { short: 'd', about: 'leave it' } } },
    {
      name: 'repo',
      about: 'repositories',
      children: [
        { name: 'add', about: 'add: one', options: { file: { value: 'FILE', about: 'from a file' } } },
        {
          name: 'show',
          about: 'show one',
          args: ['<id>'],
          words: { ask: 'ids' },
          options: { by: { value: 'WORD', words: ['day', 'repo'], about: 'sorted by' } },
        },
        { name: 'list', about: 'list them' },
      ],
    },
    { name: 'secret', about: 'not shown', hidden: true },
  ],
};
const nodes = completionNodes(ROOT);

const completed = (...words: string[]) => completedIn("$' \\n'", words);

function completedIn(breaks: string, words: readonly string[]): string[] {
  const script = `${bashScript(nodes)}
autodev() { printf '%s\\n' issue:org/app:42 issue:org/web:7 pr:org/app:5; }
COMP_LINE='${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}; COMP_WORDBREAKS=${breaks}; _autodev; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  assert.equal(shell.status, 0, shell.stderr);
  return shell.stdout.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  test('bash completes commands, commands of a group, and options of the command before the cursor', () => {
    assert.deepEqual(completed('autodev', ''), ['start', 'repo', '--json', '--help', '-h']);
    assert.deepEqual(completed('autodev', 're'), ['repo']);
    assert.deepEqual(completed('autodev', 'repo', 'a'), ['add']);
    assert.deepEqual(completed('autodev', 'start', '--d'), ['--detach']);
    assert.deepEqual(completed('autodev', 'repo', 'add', '--f'), ['--file']);
  });

  test('the value of an option is left to the shell', () => {
    assert.deepEqual(completed('autodev', 'repo', 'add', '--file', 'x'), []);
  });

  test('bash offers the words of an option, and what the program knows for an argument, once', () => {
    assert.deepEqual(completed('autodev', 'repo', 'show', '--by', ''), ['day', 'repo']);
    assert.deepEqual(completed('autodev', 'repo', 'show', '--by', 'd'), ['day']);
    assert.deepEqual(completed('autodev', 'repo', 'show', 'issue:org/a'), ['issue:org/app:42']);
    assert.deepEqual(completed('autodev', 'repo', 'show', 'pr:org/app:5', ''), [
      '--by',
      '--json',
      '--help',
      '-h',
    ]);
  });

  test('where bash splits at colons, what stands before the last one is not repeated', () => {
    assert.deepEqual(completedIn("$' \\n:'", ['autodev', 'repo', 'show', 'issue:org/']), [
      'org/app:42',
      'org/web:7',
    ]);
  });

  test('zsh and fish ask the program for the same words', () => {
    assert.match(zshScript(nodes), /'repo show --by'\) compadd -- 'day' 'repo'; return/);
    assert.match(zshScript(nodes), /'repo show'\).*first=\(.*autodev completion words ids/);
    assert.match(fishScript(nodes), /-l by -x -a 'day repo'/);
    assert.match(fishScript(nodes), /-a '\(autodev completion words ids \(commandline -ct\)/);
  });

  test('texts that would break out of their quotes do not', () => {
    assert.match(zshScript(nodes), /'start:start it, don'\\''t wait'/);
    assert.match(fishScript(nodes), /-d 'start it, don\\'t wait'/);
  });

  test('hidden commands are offered nowhere', () => {
    for (const script of [bashScript, zshScript, fishScript]) assert.doesNotMatch(script(nodes), /secret/);
  });
});
