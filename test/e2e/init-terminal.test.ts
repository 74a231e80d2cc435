import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { hasTmux, openTerminal } from '../support/tmux.ts';
import { tmpdir } from '../support/tmpdir.ts';

const skip = hasTmux ? false : 'tmux is not installed';
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

test(
  'init in a clone offers its origin and its tests, keeps a pasted token apart and unseen, and ends with what comes next',
  { skip },
  async () => {
    await using tmp = await tmpdir();
    const home = join(tmp.path, 'home');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: tmp.path });
    git('init', '-q');
    git('remote', 'add', 'origin', 'https://github.com/org/app.git');
    writeFileSync(join(tmp.path, 'package.json'), '{"scripts": {"test": "node --test"}}');
    await using terminal = await openTerminal({ folder: tmp.path, home, columns: 100, rows: 40 });
    await terminal.type(`cd ${tmp.path}`);
    await terminal.press('Enter');
    await terminal.autodev('init');
    const answer = async (question: RegExp, text: string) => {
      await terminal.sees(question);
      await terminal.type(text);
      await terminal.press('Enter');
    };
    await answer(/Repository, owner\/repo or URL \(empty: https:\/\/github\.com\/org\/app\.git\)/, '');
    await answer(/One more \(empty: none\)/, 'org/lib');
    await answer(/One more[\s\S]*One more/, '');
    await answer(/Agent, /, 'claude');
    await answer(/GitHub token, or the file that holds it/, TOKEN);
    await answer(/Command that runs the tests \(empty: npm test\)/, '');
    await answer(/Merge pull requests that are approved and green, no \| yes \(empty: no\)/, '');
    await answer(/Language of comments/, 'en');
    const screen = await terminal.sees(/code \d+/);
    assert.match(screen, /code 0/);
    assert.ok(!screen.includes(TOKEN), screen);
    assert.match(screen, /merging +off[\s\S]*Next\n +autodev/);
    const file = join(home, 'github-token');
    assert.equal(readFileSync(file, 'utf8'), `${TOKEN}\n`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const text = readFileSync(join(home, 'config.yaml'), 'utf8');
    assert.ok(!text.includes(TOKEN));
    const { repos, github } = parse(text) as { repos: unknown; github: unknown };
    assert.deepEqual(repos, [
      { url: 'https://github.com/org/app.git', checks: ['npm test'] },
      { url: 'https://github.com/org/lib', checks: ['npm test'] },
    ]);
    assert.deepEqual(github, { token_file: file });
  },
);
