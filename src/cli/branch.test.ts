import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchOf } from './branch.ts';
import { TREE } from './tree.ts';

/** Completion is about the whole command line. */
const NEEDS_ALL = ['completion'];

test('every command is found on a branch of its own, as it is in the whole tree', async () => {
  for (const command of TREE.children ?? []) {
    const branch = await branchOf(command.name);
    if (command.program === true || NEEDS_ALL.includes(command.name)) {
      assert.equal(branch, undefined, command.name);
      continue;
    }
    const found = branch?.children?.find(({ name }) => name === command.name);
    assert.equal(found, command, command.name);
    assert.deepEqual({ ...branch, children: [] }, { ...TREE, children: [] });
  }
});

test('a word that is no command has no branch, whatever objects inherit by that name', async () => {
  for (const word of [undefined, '', '--help', 'help', 'stauts', 'constructor', 'toString', '__proto__'])
    assert.equal(await branchOf(word), undefined, word);
});
