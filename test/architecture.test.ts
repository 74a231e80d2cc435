import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  directionBreaches,
  doorBreaches,
  gitBreaches,
  idleDoors,
  importCycles,
} from './support/architecture.ts';
import { STILL_USE_HOST_GIT } from './support/door-list.ts';
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

  test('each effect is touched by its door only', () => {
    assert.deepEqual(doorBreaches(files), []);
  });

  test('the list of doors names only files that are there and what they do', () => {
    assert.deepEqual(idleDoors(files), []);
  });

  test('steps reach git through workspaces only', () => {
    assert.deepEqual(gitBreaches(files), STILL_USE_HOST_GIT);
  });
});

/** One breach each, as somebody in a hurry or with something to hide would write it. */
const PLANTED: readonly [what: string, text: string][] = [
  ['an import of a Node module', "import { spawn } from 'node:child_process';"],
  ['an import without the prefix', "import { readFileSync } from 'fs';"],
  ['an import of a part of a module', "import { readFile } from 'fs/promises';"],
  ['an import of everything', "import * as disk from 'node:fs'; export const x = disk;"],
  ['an import for its effect', "import 'node:inspector';"],
  ['an import under another name', "import { readFileSync as look } from 'node:fs';"],
  ['an import of types', "import type { Stats } from 'node:fs';"],
  ['a re-export', "export { rm } from 'node:fs/promises';"],
  ['a re-export of everything', "export * from 'node:net';"],
  ['a dynamic import', "await import('node:fs');"],
  ['a dynamic import in backquotes', 'await import(`node:fs`);'],
  ['a dynamic import of a joined name', "await import('node:' + 'fs');"],
  ['a dynamic import of a computed name', 'export const load = (name: string) => import(`node:${name}`);'],
  ['the raw door of files', "import { rmSync } from '../host/fs/node-fs.ts';"],
  ['the raw door of programs', "export { spawnProgram } from '../host/process/spawn.ts';"],
  ['a timer of a module', "import { setTimeout } from 'node:timers/promises';"],
  ['randomness of a module', "import { randomUUID } from 'node:crypto';"],
  ['a server', "import { createServer } from 'node:net';"],
  ['a package that opens sockets', "import { serve } from '@hono/node-server';"],
  ['a database', "import { DatabaseSync } from 'node:sqlite';"],
  ['a thread', "import { Worker } from 'node:worker_threads';"],
  ['process as a module', "import process from 'node:process';"],
  ['createRequire', "import { createRequire } from 'node:module';"],
  ['require', "export const fs = require('node:fs');"],
  ['fetch', "await fetch('http://127.0.0.1/');"],
  ['fetch under another name', 'const get = fetch;'],
  ['fetch beside a parameter of that name', 'export const a = (fetch: () => void) => fetch(); fetch();'],
  ['a socket', "new WebSocket('ws://127.0.0.1/');"],
  ['an event source', "new EventSource('http://127.0.0.1/');"],
  ['setTimeout', 'setTimeout(() => {}, 1);'],
  ['setInterval', 'setInterval(() => {}, 1);'],
  ['setImmediate', 'setImmediate(() => {});'],
  ['queueMicrotask', 'queueMicrotask(() => {});'],
  ['a timer as a value', 'export const later = { setTimeout };'],
  ['AbortSignal.timeout', 'AbortSignal.timeout(5);'],
  ['Atomics.wait', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);'],
  ['Date.now', 'export const t = Date.now();'],
  ['Date.now as a value', 'export const clock = Date.now;'],
  ['Date.now in brackets', "export const t = Date['now']();"],
  ['Date.now behind a cast', 'export const t = (Date as any).now();'],
  ['Date.now behind a question mark', 'export const t = Date?.now();'],
  ['Date taken apart', 'const { now } = Date;'],
  ['Date under another name', 'const D = Date;'],
  ['new Date()', 'export const t = new Date();'],
  ['new Date without brackets', 'export const t = new Date;'],
  ['new Date of nothing spread', 'export const t = new Date(...([] as []));'],
  ['Date()', 'export const t = Date();'],
  ['performance.now', 'export const t = performance.now();'],
  ['process.hrtime', 'export const t = process.hrtime.bigint();'],
  ['Math.random', 'export const n = Math.random();'],
  ['Math taken apart', 'const { random } = Math;'],
  ['crypto.randomUUID', 'export const id = crypto.randomUUID();'],
  ['process.env', 'export const home = process.env.HOME;'],
  ['process.env in brackets', "export const home = process['env'].HOME;"],
  ['process.env taken apart', 'const { env } = process;'],
  ['process under another name', 'const p = process;'],
  ['process.kill', 'process.kill(1);'],
  ['process.exit', 'process.exit(1);'],
  ['process.on', "process.on('exit', () => {});"],
  ['process.cwd', 'export const here = process.cwd();'],
  ['process.getBuiltinModule', "process.getBuiltinModule('node:fs');"],
  ['process.binding', "process.binding('fs');"],
  ['process.stdout', "process.stdout.write('x');"],
  ['console', "console.log('x');"],
  ['globalThis', 'globalThis.fetch;'],
  ['global', 'global.process;'],
  ['eval', "eval('1');"],
  ['new Function', "new Function('return 1');"],
  ['a default of a parameter', 'export const a = (now = Date.now()) => now;'],
  ['a key that is computed', 'export const a = { [Date.now()]: 1 };'],
  ['a field of a class', 'export class A { at = Date.now(); }'],
];

const HARMLESS: readonly string[] = [
  '// Date.now() is in a comment',
  "export const text = 'Date.now() and fetch(x)';",
  'export const at = (ms: number) => new Date(ms).toISOString();',
  "export const at = Date.parse('2026-01-01');",
  'export const is = (x: unknown) => x instanceof Date;',
  'export const get = async ({ fetch }: { fetch: typeof globalThis.fetch }) => fetch("x");',
  'export function a(setTimeout: () => void) { setTimeout(); }',
  'export const b = { fetch: 1, process: 2 }.process;',
  'export const c = (site: { fetch(): void; console: 1 }) => [site.fetch(), site.console];',
  'export const d = Math.max(1, 2);',
  'export const e = process.pid;',
  "import { join } from 'node:path/posix'; export const f = join('a');",
  "export const g = await import('./other.ts');",
  'export let h: Date | undefined;',
  'try { h(); } catch (process) { g(process); } function h() {} function g(x: unknown) { return x; }',
  'export class K { fetch() { return this.fetch; } }',
];

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

  for (const [what, text] of PLANTED) {
    test(`${what} in the daemon is named`, () => {
      const planted = sourceFile('src/daemon/planted.ts', text);
      assert.equal(doorBreaches([planted]).length, 1, doorBreaches([planted]).join('\n'));
    });
  }

  test('also within src/host only the door itself may', () => {
    const inHost = (text: string) => doorBreaches([sourceFile('src/host/fs/other.ts', text)]).length;
    assert.equal(inHost("import { rm } from 'node:fs/promises';"), 1);
    assert.equal(inHost('export const t = Date.now();'), 1);
    assert.equal(inHost("import { rm } from './node-fs.ts';\nimport type { Stats } from 'node:fs';"), 0);
  });

  test('a door may do what the list says, and nothing else', () => {
    const clock = (text: string) => doorBreaches([sourceFile('src/host/clock.ts', text)]).length;
    assert.equal(clock('export const now = () => Date.now();'), 0);
    assert.equal(clock("import 'node:fs';"), 1);
  });

  test('what only looks like an effect is not named', () => {
    for (const text of HARMLESS)
      assert.deepEqual(doorBreaches([sourceFile('src/daemon/g.ts', text)]), [], text);
  });

  test('a step that takes git from the host is named, in any spelling', () => {
    const steps = [
      'await host.git.run([]);',
      "await context.host['git'].run([]);",
      'const { git } = host;',
      'const { git: own } = context.host;',
      'const { host: { git } } = context;',
      'function step({ git }: Host) {}',
      "import type { Git } from '../../host/git/git.ts';",
    ];
    for (const text of steps)
      assert.deepEqual(gitBreaches([sourceFile('src/workflows/issue/x.ts', text)]).length, 1, text);
    const fine = ["import { openGit } from '../../host/git/git.ts'; host.git.run();"];
    for (const text of fine)
      assert.deepEqual(gitBreaches([sourceFile('src/workflows/workspace/x.ts', text)]), []);
  });
});
