import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProgress } from './progress.ts';

function terminal(errIsTerminal: boolean) {
  const said: string[] = [];
  const write = (text: string) => {
    if (text !== '') said.push(text);
  };
  return { said, io: { out: write, err: write, errIsTerminal, rows: 24 } };
}

test('a terminal shows one line per module with its phase, below what is said', () => {
  const { said, io } = terminal(true);
  const progress = openProgress(io, false);
  progress.phase('src/a', 'RED');
  progress.phase('src/b', 'RED');
  progress.say('  • src/b/CLAUDE.md - 시작\n');
  progress.phase('src/a', undefined);
  assert.deepEqual(said, [
    '  src/a: RED\n',
    '\u001b[1A\u001b[J',
    '  src/a: RED\n  src/b: RED\n',
    '\u001b[2A\u001b[J',
    '  • src/b/CLAUDE.md - 시작\n',
    '  src/a: RED\n  src/b: RED\n',
    '\u001b[2A\u001b[J',
    '  src/b: RED\n',
  ]);
});

test('elsewhere it is a line per phase', () => {
  const { said, io } = terminal(false);
  const progress = openProgress(io, true);
  progress.phase('src/a', 'RED');
  progress.say('---\n');
  progress.phase('src/a', undefined);
  assert.deepEqual(said, ['src/a: RED\n', '---\n']);
});
