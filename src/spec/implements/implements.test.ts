import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { damaged, seeded } from '../../../test/support/spec-samples.ts';
import { staysOpen } from './body.ts';
import { readImplements } from './read.ts';
import { IMPLEMENTATION, PLANNING } from './sections.ts';
import { completeImplements, updateImplementation } from './update.ts';

const FULL = completeImplements(undefined, 'auth');

describe('IMPLEMENTS.md', () => {
  test('is made with every section when there is none, and is complete then', () => {
    const { planning, implementation, missing } = readImplements(FULL);
    assert.deepEqual(
      [Object.keys(planning), Object.keys(implementation)],
      [[...PLANNING], [...IMPLEMENTATION]],
    );
    assert.deepEqual(missing, []);
    assert.equal(completeImplements(FULL, 'auth'), FULL);
  });

  test('gets what is missing without losing what is there', () => {
    const flat = '# x\r\n\r\n## Algorithm\r\nmine  \r\n\r\n## Notes\r\nkept';
    const text = completeImplements(flat, 'x');
    assert.deepEqual(readImplements(text).missing, []);
    assert.equal(readImplements(text).implementation.Algorithm, 'mine');
    for (const line of flat.split('\n')) assert.ok(text.includes(line), line);
    assert.ok(text.indexOf('## Planning') < text.indexOf('## Algorithm'));
    assert.ok(!/[^\r]\n/.test(text), 'line ends are those of the file');
  });

  test('keeps the planning half byte for byte when the implementation half is written', () => {
    const planning =
      '# auth\n\n## Planning\n\n### Architecture Decisions\n\tkeep \t \n```\n## Algorithm\n```\n\n\n### Dependencies Direction\r\nodd line end\n';
    const text = updateImplementation(
      `${planning}## Implementation\n### Algorithm\nold\n### Key Constants\nkeep\n`,
      {
        Algorithm: 'new',
        'State Management': 'none',
      },
    );
    assert.ok(text.startsWith(planning));
    assert.equal(
      text.slice(planning.length),
      '## Implementation\n### Algorithm\nnew\n\n### Key Constants\nkeep\n\n### State Management\nnone\n',
    );
  });

  test('lets no body reach beyond its section', () => {
    const bodies = [
      '## Architecture Decisions\nmine now',
      '# Planning\n## Dependencies Direction\nx',
      '```\nnever closed',
      '~~~~~\nnever closed',
      '<!-- never closed',
      'text\n````md\n```\n# x',
    ];
    for (const body of bodies) {
      const text = updateImplementation(FULL, { Algorithm: body, 'Error Handling': 'after' });
      const { planning, implementation } = readImplements(text);
      assert.deepEqual(planning, readImplements(FULL).planning, body);
      assert.equal(implementation['Error Handling'], 'after', body);
      assert.equal(implementation['Key Constants'], 'None', body);
    }
  });

  test('lets no body make a planning section where there is none', () => {
    const text = updateImplementation('### Algorithm\nold\n', {
      Algorithm: '## Architecture Decisions\nmine',
    });
    assert.deepEqual(readImplements(text).planning, {});
  });

  test('writing one half never touches the other, whatever the file looks like', () => {
    const random = seeded(31);
    for (let i = 0; i < 1_500; i += 1) {
      const text = damaged(FULL, random);
      if (staysOpen(text.split('\n'))) continue;
      const written = updateImplementation(text, { Algorithm: 'a', 'Implementation Guide': 'b' });
      assert.deepEqual(readImplements(written).planning, readImplements(text).planning, text);
      assert.equal(
        updateImplementation(written, { Algorithm: 'a', 'Implementation Guide': 'b' }),
        written,
        text,
      );
    }
  });
});
