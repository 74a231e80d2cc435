import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { updateIndex } from '../index/update.ts';
import { rootsAt } from '../locate/roots.ts';

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/', import.meta.url));

interface Told {
  prompts: string[];
  tools: string[];
  edits: string[];
  /** Input, output, cache write, cache read. */
  tokens: number[];
  cost: number;
  project: string;
  odd: number;
}

/** What the index says of the one session that was recorded in a folder. */
async function told(folder: string): Promise<Told> {
  await using tmp = await tmpdir();
  const path = join(tmp.path, 'index.db');
  const summary = await updateIndex({ roots: rootsAt(join(FIXTURES, folder)), path, tag: 'test' });
  const db = openDatabase(path, { readOnly: true });
  try {
    const texts = (sql: string) => db.all<{ text: string }>(sql).map((row) => row.text);
    const [session, ...more] = db.all<Record<string, number | string>>('SELECT * FROM sessions');
    assert.deepEqual(more, []);
    return {
      prompts: texts("SELECT role || ': ' || substr(text, 1, 40) AS text FROM prompts ORDER BY timestamp"),
      tools: texts(
        "SELECT tool_name || ' ' || classified_name AS text FROM tool_uses ORDER BY timestamp, seq",
      ),
      edits: texts('SELECT file_path AS text FROM file_edits ORDER BY timestamp, seq'),
      tokens: ['input_tokens', 'output_tokens', 'cache_write_tokens', 'cache_read_tokens'].map((name) =>
        Number(session?.[name]),
      ),
      cost: Number(session?.['cost']),
      project: String(session?.['project']),
      odd: summary.unknown_records + summary.broken_lines + summary.long_lines,
    };
  } finally {
    db.close();
  }
}

const dollars = (input: number, output: number, tokens: readonly number[], write = 0, read = 0) =>
  ((tokens[0] ?? 0) * input +
    (tokens[1] ?? 0) * output +
    (tokens[2] ?? 0) * write +
    (tokens[3] ?? 0) * read) /
  1e6;

describe('transcripts that the real programs wrote', () => {
  test('claude: N blocks of an answer count its usage once, a sub-agent belongs to its session', async () => {
    const found = await told('sessions/claude');
    assert.deepEqual(found.tools, ['Bash Bash:git', 'Read Read', 'Write Write', 'Edit Edit', 'Agent Agent']);
    assert.deepEqual(found.edits, ['/home/dev/project/b.txt', '/home/dev/project/a.txt']);
    assert.deepEqual(found.prompts, [
      'human: [autodev] fix: 로그인 오류를 고쳐줘',
      'system: Count the files.',
    ]);
    // What the program itself reported at the end of that run.
    assert.deepEqual(found.tokens, [621, 321, 120, 180]);
    assert.ok(Math.abs(found.cost - 0.007182) < 1e-9);
    assert.deepEqual([found.project, found.odd], ['/home/dev/project', 0]);
  });

  test('codex: usage told twice counts once, patches are edits, instructions are the system', async () => {
    const found = await told('sessions/codex');
    assert.deepEqual(found.tools, ['exec_command Bash:git', 'exec_command Bash:other']);
    assert.deepEqual(found.edits, ['/home/dev/project/c.txt', '/home/dev/project/a.txt']);
    assert.deepEqual(
      found.prompts.map((text) => text.slice(0, 30)),
      ['system: <environment_context>\n', 'human: [autodev] codex: 파일을 고쳐줘'.slice(0, 30)],
    );
    assert.deepEqual(found.tokens, [486, 66, 0, 120]);
    assert.ok(Math.abs(found.cost - dollars(1.25, 10, found.tokens, 0, 0.125)) < 1e-9);
    assert.deepEqual([found.project, found.odd], ['/home/dev/project', 0]);
  });

  test('gemini: a message that is written again counts once', async () => {
    const found = await told('sessions/gemini');
    assert.deepEqual(found.tools, [
      'run_shell_command Bash:test',
      'write_file write_file',
      'replace replace',
    ]);
    assert.deepEqual(found.edits, ['/home/dev/project/d.txt', '/home/dev/project/b.txt']);
    assert.equal(found.prompts[1], 'human: [autodev] gemini: 테스트를 돌려줘');
    assert.deepEqual(found.tokens, [756, 117, 0, 150]);
    assert.deepEqual([found.project, found.odd], ['/home/dev/project', 0]);
  });

  const FIX = { human: '[autodev] implement issue #42: sum subtracts', tokens: [50_200, 300, 0, 0] };
  for (const [folder, tools, edits] of [
    ['claude/fix', ['Bash Bash:test', 'Write Write', 'Bash Bash:test'], 1],
    ['codex/fix', ['exec_command Bash:test', 'exec_command Bash:other', 'exec_command Bash:test'], 0],
    [
      'gemini/fix',
      ['run_shell_command Bash:test', 'write_file write_file', 'run_shell_command Bash:test'],
      1,
    ],
  ] as const)
    test(`${folder}: the same task, as each of them did it`, async () => {
      const found = await told(`transcripts/${folder}`);
      assert.deepEqual(found.tools, tools);
      assert.equal(found.edits.length, edits);
      assert.deepEqual(found.tokens, FIX.tokens);
      assert.ok(found.prompts.some((text) => text === `human: ${FIX.human}`.slice(0, 47)));
      assert.equal(found.odd, 0);
    });

  test("claude/sub-agent: the parent's summary of a sub-agent is not counted again", async () => {
    const found = await told('transcripts/claude/sub-agent');
    assert.deepEqual(found.tokens, [20_200, 320, 0, 0]);
    assert.deepEqual(found.tools, ['Task Task', 'Bash Bash:other']);
  });
});
