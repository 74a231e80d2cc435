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
        { name: 'list', about: 'list them' },
      ],
    },
    { name: 'secret', about: 'not shown', hidden: true },
  ],
};
const nodes = completionNodes(ROOT);

function completed(...words: string[]): string[] {
  const script = `${bashScript(nodes)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _autodev; printf '%s\\n' "\${COMPREPLY[@]}"`;
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

  test('texts that would break out of their quotes do not', () => {
    assert.match(zshScript(nodes), /'start:start it, don'\\''t wait'/);
    assert.match(fishScript(nodes), /-d 'start it, don\\'t wait'/);
  });

  test('hidden commands are offered nowhere', () => {
    for (const script of [bashScript, zshScript, fishScript]) assert.doesNotMatch(script(nodes), /secret/);
  });
});
