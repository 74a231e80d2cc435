import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { directionBreaches, doorBreaches, importCycles } from './support/architecture.ts';
import { readSources, sourceFile } from './support/imports.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

describe('architecture', () => {
  const files = readSources(root, 'src/**/*.ts');

  test('imports go only in the directions of the architecture', () => {
    assert.ok(files.length > 20, 'the sources were found');
    assert.deepEqual(directionBreaches(files), []);
  });

  test('no file is part of an import cycle', () => {
    assert.deepEqual(importCycles(files), []);
  });

  test('each effect has one door', () => {
    assert.deepEqual(doorBreaches(files), []);
  });
});

describe('the architecture checks can fail', () => {
  test('a forbidden import is named, static, re-exported or dynamic', () => {
    const bad = [
      sourceFile('src/work/x.ts', "import { readText } from '../host/files.ts';"),
      sourceFile('src/forge/x.ts', "export * from '../agents/agent.ts';"),
      sourceFile('src/tui/x.ts', "await import('../store/store.ts');"),
      sourceFile('src/workflows/x.ts', "import type { Octo } from '../forge/github/client.ts';"),
      sourceFile('src/work/y.ts', "import fs from 'node:fs';"),
      sourceFile('src/elsewhere/y.ts', ''),
    ];
    assert.equal(directionBreaches(bad).length, bad.length);
  });

  test('a cycle is found, also one of types', () => {
    const circle = [
      sourceFile('src/work/a.ts', "import './b.ts';"),
      sourceFile('src/work/b.ts', "import type { C } from './c.ts';"),
      sourceFile('src/work/c.ts', "export { a } from './a.ts';"),
      sourceFile('src/work/d.ts', "import './a.ts';"),
    ];
    assert.deepEqual(importCycles(circle), [['src/work/a.ts', 'src/work/b.ts', 'src/work/c.ts']]);
  });

  test('an effect outside its door is named', () => {
    const bad = [
      sourceFile('src/daemon/a.ts', "import { spawn } from 'node:child_process';"),
      sourceFile('src/daemon/b.ts', 'export const t = Date.now();'),
      sourceFile('src/daemon/c.ts', 'setTimeout(() => {}, 1);'),
      sourceFile('src/daemon/d.ts', 'export const home = process.env.HOME;'),
      sourceFile('src/daemon/e.ts', 'export const n = Math.random();'),
      sourceFile('src/daemon/f.ts', "import { createServer } from 'node:net';"),
    ];
    assert.equal(doorBreaches(bad).length, bad.length);
    assert.deepEqual(doorBreaches([sourceFile('src/daemon/g.ts', '// Date.now() is in a comment')]), []);
  });
});
