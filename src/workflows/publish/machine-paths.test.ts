import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutMachinePaths } from './machine-paths.ts';

describe('what is said on the forge names no folder of this machine', () => {
  for (const [said, told] of [
    ['no such file: /home/ann/.autodev/workspaces/o/r/issue-3/src/a.ts:4:2', 'no such file: src/a.ts:4:2'],
    ['cwd /home/ann/.autodev/workspaces/o/r/issue-3', 'cwd .'],
    ["open '/home/ann/.autodev/workspaces/o/r/issue-3/'", "open '.'"],
    ['at file:///home/ann/.autodev/workspaces/o/r/pr-1/x.js:1', 'at x.js:1'],
    ['spawn /home/ann/bin/claude ENOENT', 'spawn …/claude ENOENT'],
    ['another: /srv/workspaces/other/r/issue-3/a', 'another: …/a'],
    ['GET /repos/o/r/pulls/3: 404 (https://api.github.com/repos/o/r)', undefined],
    ['say /autodev retry, and/or src/a/b.ts, ~/x/y, 1/2/3', undefined],
    ['(/etc/ssl/cert.pem), [/a/b]', '(…/cert.pem), […/b]'],
  ] as const)
    test(said, () => assert.equal(withoutMachinePaths(said, 'o/r'), told ?? said));
});
