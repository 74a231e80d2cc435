import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { childEnvironment } from '../../../config/environment.ts';
import { systemProcesses } from '../../../host/process/process.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { readProject } from './project.ts';
import { classify } from './ralph.ts';

/** The tools of this machine, where it has them: what they print today. */
const ROWS: readonly [tool: string, files: Record<string, string>, command: string[], wanted: string][] = [
  ['node', { 'a.mjs': "import './sum.mjs';" }, ['node', 'a.mjs'], 'NOT_IMPLEMENTED'],
  ['node', { 'a.mjs': "import 'no-such-package-9';" }, ['node', 'a.mjs'], 'ENV_ISSUE'],
  ['python3', { 'test_calc.py': 'import calc' }, ['python3', 'test_calc.py'], 'NOT_IMPLEMENTED'],
  ['python3', { 'a.py': 'import no_such_package_9' }, ['python3', 'a.py'], 'ENV_ISSUE'],
  ['rustc', { 'lib.rs': 'mod calc;' }, ['rustc', '--crate-type=lib', 'lib.rs'], 'NOT_IMPLEMENTED'],
  [
    'rustc',
    { 'lib.rs': 'use crate::sum::f;' },
    ['rustc', '--edition=2021', '--crate-type=lib', 'lib.rs'],
    'NOT_IMPLEMENTED',
  ],
  [
    'rustc',
    { 'lib.rs': 'use serde::Serialize;' },
    ['rustc', '--edition=2021', '--crate-type=lib', 'lib.rs'],
    'ENV_ISSUE',
  ],
  [
    'javac',
    { 'com/ex/A.java': 'package com.ex; import com.ex.calc.Sum; class A {}' },
    ['javac', 'com/ex/A.java'],
    'NOT_IMPLEMENTED',
  ],
  [
    'javac',
    { 'com/ex/A.java': 'package com.ex; import org.junit.Test; class A {}' },
    ['javac', 'com/ex/A.java'],
    'ENV_ISSUE',
  ],
];

describe('a missing module, as the tools of this machine say it', () => {
  const processes = systemProcesses();
  const env = childEnvironment();
  for (const [tool, files, [program = '', ...args], wanted] of ROWS)
    test(`${tool}: ${Object.values(files).join()} is ${wanted}`, async (t) => {
      await using tmp = await tmpdir();
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(tmp.path, dirname(path)), { recursive: true });
        writeFileSync(join(tmp.path, path), text);
      }
      const done = await processes
        .run(program, args, { cwd: tmp.path, env, timeoutMs: 60_000 })
        .catch(() => undefined);
      if (done === undefined) {
        t.skip(`${tool} is not here`);
        return;
      }
      const output = `${done.stdout.toString('utf8')}\n${done.stderr}`;
      const failed = { output, code: done.code, timedOut: false };
      assert.equal(classify(failed, await readProject(tmp.path, [])), wanted, output);
    });
});
