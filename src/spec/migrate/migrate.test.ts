import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { damaged, randomSpec, seeded } from '../../../test/support/spec-samples.ts';
import { parseSpec } from '../parse/parse.ts';
import { sameMeaning } from './meaning.ts';
import { migrate } from './migrate.ts';

const V1 =
  '# auth\n\n## Exports\n\n### Functions\n- `load(path: string): Config` - reads\n* `save(): void`\n\n## Behavior\n- a → b';

describe('migrate', () => {
  test('adds the marker and makes a heading of each exported bullet', () => {
    const { text, from_version, to_version, changes } = migrate(V1);
    assert.equal(
      text,
      '<!-- schema: 2.0 -->\n# auth\n\n## Exports\n\n### Functions\n\n#### load\n`load(path: string): Config` - reads\n\n#### save\n`save(): void`\n\n## Behavior\n- a → b',
    );
    assert.deepEqual([from_version, to_version], ['1.0', '2.0']);
    assert.deepEqual(
      changes.map(({ change_type, line }) => [change_type, line]),
      [
        ['AddVersionMarker', 1],
        ['ConvertExportToHeading', 6],
        ['ConvertExportToHeading', 7],
      ],
    );
  });

  test('converts bullets directly below Exports, and keeps CRLF, BOM and the end of the file', () => {
    const { text } = migrate('\uFEFF## Exports\r\n- `a(): void`\r\n  - note\r\n- `b(): void`  \r\n\r\n');
    assert.equal(
      text,
      '\uFEFF<!-- schema: 2.0 -->\r\n## Exports\r\n\r\n#### a\r\n`a(): void`\r\n  - note\r\n\r\n#### b\r\n`b(): void`  \r\n\r\n',
    );
  });

  test('replaces an older marker where it stands', () => {
    const { text, changes } = migrate('# a\n<!--  schema: 1.0  -->\n## Exports\nNone\n');
    assert.equal(text, '# a\n<!--  schema: 2.0  -->\n## Exports\nNone\n');
    assert.deepEqual(
      changes.map(({ change_type }) => change_type),
      ['ReplaceVersionMarker'],
    );
  });

  test('leaves a file alone whose YAML header would become text below the marker', () => {
    const file = '---\n# a comment\ntitle: x\ntags: [a]\nowner: b\n---\n# auth\n\n## Exports\n';
    for (const body of ['', '- `a(): void`\n']) {
      const { text, changes, suggestions } = migrate(file + body);
      assert.equal(text, file + body);
      assert.deepEqual(changes, []);
      assert.match(suggestions.join(), /YAML header/);
    }
  });

  test('makes headings of names with underscores', () => {
    const { text } = migrate(
      '## Exports\n### Methods\n- `def __init__(self, a: int)`\n- `def run(self) -> None`\n',
    );
    assert.match(text, /\n#### __init__\n`def __init__\(self, a: int\)`\n\n#### run\n/);
  });

  test('leaves only the odd bullet, and names its line', () => {
    // Below a heading, the name in bold would be read as a field.
    const file =
      '## Exports\n### Types\n- `type A = string`\n### Functions\n- **Value**: `odd(): void`\n- `f(): void`\n### Classes\n- `C(a: string)`\n';
    const { text, changes, suggestions } = migrate(file);
    assert.deepEqual(
      changes.slice(1).map(({ line }) => line),
      [3, 6, 8],
    );
    assert.match(text, /\n- \*\*Value\*\*: `odd\(\): void`\n/);
    assert.match(suggestions.join('\n'), /line 5: odd stays a bullet/);
    assert.ok(sameMeaning(parseSpec(file).spec, parseSpec(text).spec));
  });

  test('leaves a file of version 2 as it is', () => {
    const file = '<!-- schema: 2.0 -->\n## Exports\n- `a(): void`\n';
    const { text, changes, suggestions } = migrate(file);
    assert.deepEqual([text, changes], [file, []]);
    assert.match(suggestions[0] ?? '', /Already at schema version 2\.0/);
  });

  test('suggests actors and use cases where there are behaviors without them', () => {
    assert.match(migrate(V1).suggestions.join('\n'), /Actors[^]*UC-1/);
    assert.deepEqual(migrate('## Exports\nNone\n').suggestions, []);
  });

  test('never changes what a file says, nor a byte beside the marker and the bullets, and does nothing twice', () => {
    const random = seeded(21);
    let converted = 0;
    for (let i = 0; i < 3_000; i += 1) {
      const sample = randomSpec(random);
      const text = i % 3 === 0 ? damaged(sample, random) : sample;
      const { text: after, changes } = migrate(text);
      assert.ok(sameMeaning(parseSpec(text).spec, parseSpec(after).spec), text);
      assert.equal(migrate(after).text, after, text);
      assert.equal(withoutChanges(after, text), text);
      converted += changes.filter(({ change_type }) => change_type === 'ConvertExportToHeading').length;
    }
    assert.ok(converted > 2_000, `${converted} bullets were converted`);
  });
});

/** Takes the marker and the new headings out again, and puts the bullets of the original back. */
function withoutChanges(after: string, before: string): string {
  const originals = before.split('\n');
  const kept: string[] = [];
  const lines = after.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const original = originals[kept.length] ?? '';
    const bare = line.replace(/^\uFEFF/, '');
    if (line === original) kept.push(line);
    else if (
      /^\s*<!--\s*schema:\s*2\.0\s*-->/.test(bare) &&
      /^\s*<!--\s*schema:\s*[\d.]+\s*-->/.test(original.replace(/^\uFEFF/, ''))
    )
      kept.push(original);
    else if (/^<!-- schema: 2\.0 -->\r?$/.test(bare)) {
      // The byte order mark went in front of the marker.
      if (line !== bare) lines[at + 1] = `\uFEFF${lines[at + 1] ?? ''}`;
    } else if (/^\s*[-*+][ \t]+/.test(original) && original.replace(/^\s*[-*+][ \t]+/, '') === line)
      kept.push(original);
    else assert.match(line, /^(?:\r?|#{4,6} [^]*)$/, `an unexpected line: ${line}`);
  }
  return kept.join('\n');
}
