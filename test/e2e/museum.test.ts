import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EXHIBITS } from '../sim/museum/exhibits.ts';
import { show } from '../sim/museum/show.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Those that are found in the first worlds; `npm run museum` shows all of them. */
const IN_CI = [
  'a status comment that is written anew each time',
  'a limit of each repository that only the whole has',
];

describe('a planted bug', () => {
  for (const name of IN_CI)
    test(`is found, and is not without the invariant that it breaks: ${name}`, async () => {
      const exhibit = EXHIBITS.find((each) => each.name === name) ?? assert.fail(name);
      const { invariant, unseen, story } = await show(root, exhibit, 30);
      assert.equal(invariant, exhibit.invariant, story.join('\n'));
      assert.equal(unseen, true);
    });
});
