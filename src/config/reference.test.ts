import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { configReference, schemaText } from '../../test/support/config-reference.ts';
import { readEnvironment } from './environment.ts';
import { FRESH } from './file/initial.ts';
import { allKeys, configJsonSchema } from './keys/keys.ts';
import { parseConfig } from './parse.ts';
import { ConfigSchema } from './schema.ts';

const PAGE = new URL('../../docs/config.md', import.meta.url);
const SCHEMA = new URL('../../docs/schemas/config.json', import.meta.url);
const update = readEnvironment()['AUTODEV_TEST_UPDATE'] === '1';

describe('the documentation says what the schema says', () => {
  test('docs/config.md has every key with its default and meaning', async () => {
    const page = await readFile(PAGE, 'utf8');
    const region = /(<!-- reference -->\n)[\s\S]*(<!-- \/reference -->)/;
    const expected = page.replace(
      region,
      (_, open: string, close: string) => `${open}\n${configReference()}\n\n${close}`,
    );
    if (update) await writeFile(PAGE, expected);
    else assert.equal(page, expected, 'AUTODEV_TEST_UPDATE=1 npm test -- src/config/reference');
  });

  test('docs/schemas/config.json is the schema', async () => {
    if (update) await writeFile(SCHEMA, schemaText());
    else assert.equal(await readFile(SCHEMA, 'utf8'), schemaText());
  });

  test('every key has a meaning', () => {
    assert.deepEqual(
      allKeys().filter(({ schema }) => !schema.description),
      [],
    );
  });

  test('the examples in docs/config.md are right', async () => {
    const page = await readFile(PAGE, 'utf8');
    const [whole] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    assert.equal(parseConfig(whole ?? '', { file: 'x', home: '/h' }).config.repos.length, 2);
  });
});

describe('the JSON Schema agrees with the program', () => {
  const tools = createRequire(new URL('../../test/tools/package.json', import.meta.url));
  const { Ajv2020 } = tools('ajv/dist/2020.js') as {
    Ajv2020: new (options: object) => { compile(schema: object): (value: unknown) => boolean };
  };
  const valid = new Ajv2020({ strict: true, validateFormats: false, allowUnionTypes: true }).compile(
    configJsonSchema(),
  );
  const texts = [
    FRESH,
    'repos:\n  - url: https://github.com/org/app\n    checks: [npm test, [make, "a b"]]\n',
    'agent: {models: {review: opus}, timeouts: {turns: 5}}\n',
    'github: {app: {id: 1, installation_id: "2", private_key_file: k}}\n',
    'language: fr\n',
    'daemon: {tick_interval_secs: 0}\n',
    'daemon: {max_concurrent: 1.5}\n',
    'modle: x\n',
    'repos: [{name: org/app}]\n',
    'repo_defaults: {checks: ["a && b"]}\n',
    'repository_file: {allow: [trusted]}\n',
    'agent: {models: {nobody: x}}\n',
  ];
  for (const text of texts) {
    test(JSON.stringify(text.slice(0, 60)), () => {
      assert.equal(valid(parse(text)), ConfigSchema.safeParse(parse(text)).success);
    });
  }
});
