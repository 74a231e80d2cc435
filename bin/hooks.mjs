// `node bin/hooks.mjs`: the hooks of develop-workflow from src/gate, each one CommonJS file that loads nothing else.
// `--to DIR` writes them elsewhere, for the test that compares them with what is checked in.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const to =
  process.argv[2] === '--to' ? resolve(process.argv[3]) : join(root, 'plugins/develop-workflow/hooks');

/** A process that has written everything leaves at once: saves Node a round of its event loop and its exit handlers. */
const LEAVE = '(process.reallyExit || process.exit).call(process, ';
const FILES = [
  {
    file: 'develop-phase-gate.cjs',
    entry: 'gate/hook/pre-tool-use.js',
    end: `answerCall(__dirname, () => require('./shell-reader.cjs').readShell);\n${LEAVE}0);`,
  },
  // Apart from the hook: only where no sandbox works is it loaded.
  { file: 'shell-reader.cjs', entry: 'gate/reader/read-shell.js', end: 'module.exports = { readShell };' },
  {
    file: 'session-start.cjs',
    entry: 'gate/hook/session-start.js',
    end: `tellSession(__dirname);\n${LEAVE}0);`,
  },
  {
    file: 'develop-run.cjs',
    entry: 'gate/run/develop-run.js',
    // Whoever starts it as a hook must not take a failure of its own for leave: that is exit 2.
    end: `developRun(process.argv.slice(process.argv.indexOf('--') + 1), __filename).then(
  (code) => ${LEAVE}code),
  (error) => {
    writeStandardError(\`autodev: the command did not run: \${error.message}\\n\`);
    ${LEAVE}2);
  },
);`,
  },
  {
    file: 'loopback.cjs',
    entry: 'host/net/loopback-forward.js',
    end: `const [side, folder, ...ports] = process.argv.slice(2);\nforwardLoopback(side, folder, ports).catch(() => process.exit(1));`,
  },
];

const IMPORT = /^import (.+) from '(.+)';$/gm;

/** The modules behind an entry, each after those it needs. */
function inOrder(folder, entry, seen = new Map()) {
  if (seen.has(entry)) return seen;
  const text = readFileSync(join(folder, entry), 'utf8');
  for (const [, , from] of text.matchAll(IMPORT))
    if (from.startsWith('.')) inOrder(folder, join(dirname(entry), from), seen);
  seen.set(entry, text);
  return seen;
}

/** One scope for all of them: a name that two modules have at their top is an error here, not a riddle later. */
function bundle(folder, entry) {
  const builtins = new Set();
  const names = new Map();
  const parts = [...inOrder(folder, entry)].map(([path, text]) => {
    for (const [, name] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)/gm)) {
      if (names.has(name)) throw new Error(`${name} is in ${names.get(name)} and in ${path}`);
      names.set(name, path);
    }
    const code = text
      .replace(IMPORT, (_all, what, from) => {
        if (!from.startsWith('.')) builtins.add(`const ${what} = require('${from}');`);
        return '';
      })
      .replaceAll(/^export (?=(async )?(const|let|function|class))/gm, '')
      .replaceAll(/^export \{.*\};?$/gm, '');
    return code.trim();
  });
  return [...builtins, '', ...parts].join('\n');
}

const out = mkdtempSync(join(tmpdir(), 'autodev-hooks-'));
try {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const done = spawnSync(tsc, ['-p', join(root, 'tsconfig.hooks.json'), '--outDir', out], {
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Error('tsc failed');
  mkdirSync(to, { recursive: true });
  for (const { file, entry, end } of FILES) {
    const head = `#!/usr/bin/env node\n'use strict';\n// Made from src/gate by \`node bin/hooks.mjs\`. Do not edit.`;
    writeFileSync(join(to, file), `${head}\n${bundle(out, entry)}\n${end}\n`, { mode: 0o755 });
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
