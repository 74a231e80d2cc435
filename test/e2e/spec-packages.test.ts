/**
 * Exports of published packages, compared with what a second tool says of them. What this machine lacks is skipped:
 * Go and Rust sources come from Debian's golang-*-dev and librust-*-dev packages, Kotlin ones from npm packages such
 * as expo-modules-core. They need not be installed: unpack them (`apt-get download`, `dpkg -x`; `npm pack`, `tar`)
 * and name the folder in AUTODEV_TEST_PACKAGES.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SourceSymbol } from '../../src/spec/exports/exported.ts';
import { exportsOfFolder } from '../../src/spec/exports/project.ts';
import { pythonExports } from '../../src/spec/exports/python/exports.ts';
import { readModule } from '../../src/spec/exports/typescript/module.ts';
import { parseDeclarations, parseModule } from '../../src/spec/exports/typescript/parse.ts';
import { typescriptExports } from '../../src/spec/exports/typescript/exports.ts';
import { tmpdir } from '../support/tmpdir.ts';

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const ours = createRequire(join(checkout, 'package.json'));
const tools = createRequire(join(checkout, 'test', 'tools', 'package.json'));
const packages = process.env['AUTODEV_TEST_PACKAGES'];

const has = (program: string) => spawnSync('which', [program]).status === 0;
const read = (path: string) => {
  const file = `/${path}`;
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(file, 'utf8')
    : undefined;
};
const outer = (symbols: readonly SourceSymbol[]) =>
  [...new Set(symbols.filter((one) => one.parent === undefined).map((one) => one.name))].sort();
const run = (program: string, args: string[], cwd?: string) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });

describe('exports of published npm packages are those Node sees', () => {
  const NAMES = [
    'yaml',
    'zod',
    'hono',
    '@hono/node-server',
    '@octokit/core',
    '@octokit/auth-app',
    '@octokit/webhooks',
    'pino',
    'pino-std-serializers',
    'ink',
    'oxc-parser',
    'scheduler',
    'on-exit-leak-free',
    'safe-stable-stringify',
    'commander',
    'fast-check',
    'es-toolkit',
    'chalk',
    'ms',
  ];
  for (const name of NAMES) {
    const file = [ours, tools].flatMap((require) => {
      try {
        return [require.resolve(name)];
      } catch {
        return [];
      }
    })[0];
    test(name, { skip: file === undefined && 'not installed' }, async () => {
      const path = file ?? '';
      const namespace = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
      const isModule = path.endsWith('.mjs') || /^\s*(?:export|import)\s/m.test(readFileSync(path, 'utf8'));
      const exported = isModule ? namespace : (namespace['default'] as Record<string, unknown>);
      const expected = Object.keys(exported).filter(
        (key) => key !== '__esModule' && key !== 'module.exports',
      );
      if (!isModule && typeof exported === 'function') expected.push('default');
      const found = typescriptExports([path.slice(1)], read);
      assert.deepEqual(found.problems, []);
      assert.deepEqual(outer(found.symbols), [...new Set(expected)].sort());
    });
  }
});

test('exports of real TypeScript are those Node sees after stripping its types', async () => {
  const files = globSync(['src/work/*.ts', 'src/spec/*/*.ts', 'src/spec/exports/*/*.ts'], {
    cwd: checkout,
  }).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 40);
  for (const file of files) {
    const namespace = (await import(pathToFileURL(join(checkout, file)).href)) as object;
    const { symbols } = typescriptExports([join(checkout, file).slice(1)], read);
    const values = symbols.filter((one) => one.kind !== 'interface' && one.kind !== 'type');
    assert.deepEqual(outer(values), Object.keys(namespace).sort(), file);
  }
});

test('leaving out the bodies of functions changes nothing that is exported', () => {
  const folders = [
    'src',
    ...['yaml', 'zod', 'hono', '@octokit', 'ink'].map((name) => `node_modules/${name}`),
  ];
  const files = folders
    .flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx,mts,cts,js,mjs,cjs}`, { cwd: checkout }).map((file) =>
        join(checkout, file),
      ),
    )
    .filter((file) => statSync(file).size < 200_000);
  assert.ok(files.length > 500);
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const [outline, whole] = [parseDeclarations(file, text), parseModule(file, text)];
    assert.deepEqual(outline.error, whole.error, file);
    assert.deepEqual(readModule(file, text, outline.program), readModule(file, text, whole.program), file);
  }
});

test(
  'exports of the Python standard library are those Python itself lists',
  { skip: !has('python3') && 'no python3' },
  () => {
    // Modules whose __all__ does not depend on the platform.
    const names = [
      'json',
      'json.decoder',
      'email',
      'concurrent.futures',
      'argparse',
      'collections',
      'csv',
      'dataclasses',
      'heapq',
      'textwrap',
      'typing',
      'logging',
      'http',
      'http.client',
      'urllib.request',
      'unittest',
      'functools',
      'enum',
      'statistics',
      'pathlib',
      'shutil',
      'tempfile',
      'asyncio.events',
      'calendar',
    ];
    const script = `import importlib, json, sys
print(json.dumps({n: [m.__file__, sorted(set(m.__all__))] for n in sys.argv[1:] for m in [importlib.import_module(n)]}))`;
    const listed = JSON.parse(run('python3', ['-c', script, ...names])) as Record<string, [string, string[]]>;
    for (const [name, [file, all]] of Object.entries(listed)) {
      const { symbols, problems } = pythonExports([file.slice(1)], read);
      assert.deepEqual([problems, outer(symbols)], [[], all], name);
    }
  },
);

test(
  'public methods of Python classes are those its own parser finds',
  { skip: !has('python3') && 'no python3' },
  async () => {
    const script = `import ast, json, sys, os
import email
d = os.path.dirname(email.__file__)
out = set()
for f in sorted(os.listdir(d)):
    if not f.endswith('.py') or (f.startswith('_') and not f.startswith('__')): continue
    t = ast.parse(open(os.path.join(d, f)).read())
    names = next((ast.literal_eval(n.value) for n in t.body if isinstance(n, ast.Assign) and getattr(n.targets[0], 'id', '') == '__all__'), None)
    for c in t.body:
        if isinstance(c, ast.ClassDef) and (c.name in names if names is not None else not c.name.startswith('_')):
            out |= {f'{f}:{c.name}.{m.name}' for m in c.body if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef)) and not m.name.startswith('_')}
print(json.dumps([d, sorted(out)]))`;
    const [folder, expected] = JSON.parse(run('python3', ['-c', script])) as [string, string[]];
    const { symbols } = await exportsOfFolder(folder, '.');
    const methods = symbols.filter((one) => one.kind === 'method' && !/^_(?!_)/.test(one.file));
    assert.deepEqual(
      [...new Set(methods.map((one) => `${one.file}:${one.parent}.${one.name}`))].sort(),
      expected,
    );
  },
);

const zip = globSync('/usr/lib/jvm/*/lib/src.zip').find((path) => existsSync(path));
const noJava = zip === undefined ? 'no JDK sources (src.zip)' : !has('unzip') ? 'no unzip' : false;

test('exports of the Java library are those javap shows', { skip: noJava }, async () => {
  await using tmp = await tmpdir();
  const archive = zip ?? '';
  run('unzip', [
    '-q',
    archive,
    'java.base/java/util/function/*',
    'java.base/java/time/*.java',
    '-d',
    tmp.path,
  ]);
  const javap = join(dirname(dirname(archive)), 'bin', 'javap');
  for (const [folder, name] of [
    ['java.base/java/util/function', 'java.util.function'],
    ['java.base/java/time', 'java.time'],
  ] as const) {
    const { symbols, problems } = await exportsOfFolder(tmp.path, folder);
    assert.deepEqual(problems, []);
    const types = symbols.filter((one) => one.parent === undefined).map((one) => one.name);
    assert.ok(types.length > 15);
    const shown = run(javap, ['-public', ...types.map((type) => `${name}.${type}`)]);
    for (const block of shown.split('Compiled from ').slice(1)) {
      const type = new RegExp(`(?:class|interface) ${name}\\.(\\w+)`).exec(block)?.[1] ?? '';
      // Bridge methods and what the compiler adds to enums and records have no source of their own.
      const methods = [...block.matchAll(/^ {2}.*?(\w+)\(/gm)].map((found) => found[1] ?? '');
      const expected = new Set(
        methods.filter((method) => method !== type && method !== name.split('.').at(-1)),
      );
      const found = new Set(
        symbols.filter((one) => one.parent === type && one.kind === 'method').map((one) => one.name),
      );
      if (/ final enum | extends java\.lang\.Enum/.test(block))
        for (const extra of ['values', 'valueOf']) expected.delete(extra);
      assert.deepEqual([...found].sort(), [...expected].sort(), type);
    }
  }
});

/** Folders below the named one (or the system's) that hold files of a kind. */
function foldersWith(system: string, pattern: string): string[] {
  const roots = [system, ...(packages === undefined ? [] : [packages])].filter((path) => existsSync(path));
  return [
    ...new Set(
      roots.flatMap((root) => globSync(pattern, { cwd: root }).map((file) => dirname(join(root, file)))),
    ),
  ];
}

interface Tag {
  name: string;
  path: string;
  kind: string;
  scope?: string;
}

function ctags(folder: string, language: string, files: readonly string[]): Tag[] {
  const lines = run(
    'ctags',
    ['--output-format=json', `--languages=${language}`, '--fields=+KsZ', '-f', '-', ...files],
    folder,
  );
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Tag]));
}

const goFolders = foldersWith('/usr/share/gocode/src', '**/*.go')
  .filter((folder) => !/testdata|internal/.test(folder))
  .slice(0, 6);
const noGo = !has('ctags') ? 'no ctags' : goFolders.length === 0 ? 'no golang-*-dev package' : false;

test('exports of published Go packages are those ctags finds', { skip: noGo }, async () => {
  for (const folder of goFolders) {
    const { symbols } = await exportsOfFolder(folder, '.');
    const files = globSync('*.go', { cwd: folder }).filter((name) => !name.endsWith('_test.go'));
    const isPublic = (name: string) => /^\p{Lu}/u.test(name);
    const tags = ctags(folder, 'Go', files).filter(({ name, kind, scope }) => {
      const owner = scope?.split('.').at(-1);
      const isMember = ['func', 'methodSpec'].includes(kind) && scope?.includes('.') === true;
      return (
        isPublic(name) &&
        !['member', 'anonMember', 'package', 'packageName'].includes(kind) &&
        (!isMember || isPublic(owner ?? ''))
      );
    });
    assert.deepEqual(
      [...new Set(symbols.map((one) => one.name))].sort(),
      [...new Set(tags.map((tag) => tag.name))].sort(),
      folder,
    );
  }
});

const crates = foldersWith('/usr/share/cargo/registry', '**/src/lib.rs').filter((folder) =>
  /\/(?:itoa|semver|bitflags|either)-/.test(folder),
);
const noRust = !has('rustdoc') ? 'no rustdoc' : crates.length === 0 ? 'no librust-*-dev package' : false;

interface RustDoc {
  root: string | number;
  index: Record<string, RustItem>;
}

interface RustItem {
  name: string | null;
  visibility: string;
  inner: Record<
    string,
    { items?: number[]; impls?: number[]; trait?: unknown; id?: number | null } | undefined
  >;
}

/** The names a user of the crate can reach: through public modules, re-exports and inherent impls. */
function reachable({ root, index }: RustDoc): Set<string> {
  const names = new Set<string>();
  const visit = (id: string | number): void => {
    const item = index[id];
    const [kind = '', inner] = Object.entries(item?.inner ?? {})[0] ?? [];
    if (item === undefined || inner === undefined) return;
    if (kind === 'use' && inner.id !== undefined && inner.id !== null) visit(inner.id);
    if (item.name !== null && kind !== 'module' && kind !== 'use') names.add(item.name);
    const impls = (inner.impls ?? []).flatMap((one) => {
      const block = index[one]?.inner['impl'];
      return block?.trait === null ? (block.items ?? []) : [];
    });
    for (const child of [...(kind === 'module' ? (inner.items ?? []) : []), ...impls])
      if (index[child]?.visibility === 'public') visit(child);
  };
  visit(root);
  return names;
}

test('what rustdoc documents of published crates is exported', { skip: noRust }, async () => {
  for (const folder of crates) {
    await using tmp = await tmpdir();
    const name = /\/([a-z]+)-[\d.]+\/src$/.exec(folder)?.[1] ?? '';
    const args = [
      '-Z',
      'unstable-options',
      '--output-format',
      'json',
      '--edition',
      '2018',
      '--crate-name',
      name,
      'lib.rs',
      '-o',
      tmp.path,
    ];
    execFileSync('rustdoc', args, {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, RUSTC_BOOTSTRAP: '1' },
    });
    const documented = reachable(JSON.parse(readFileSync(join(tmp.path, `${name}.json`), 'utf8')) as RustDoc);
    const { symbols } = await exportsOfFolder(folder, '.');
    const found = new Set(symbols.map((one) => one.name));
    assert.deepEqual(
      [...documented].filter((item) => !found.has(item)),
      [],
      name,
    );
  }
});

const kotlinFolders =
  packages === undefined
    ? []
    : [...new Set(globSync('**/*.kt', { cwd: packages }).map((file) => dirname(join(packages, file))))].slice(
        0,
        25,
      );
const noKotlin = !has('ctags')
  ? 'no ctags'
  : kotlinFolders.length === 0
    ? 'AUTODEV_TEST_PACKAGES holds no Kotlin'
    : false;

test('exports of published Kotlin packages are found by ctags too', { skip: noKotlin }, async () => {
  let count = 0;
  const unknown: string[] = [];
  for (const folder of kotlinFolders) {
    const { symbols: all } = await exportsOfFolder(folder, '.');
    const symbols = all.filter((one) => one.file.endsWith('.kt') && one.kind !== 'type');
    const tags = new Set(
      ctags(folder, 'Kotlin', globSync('*.kt', { cwd: folder })).map((tag) => tag.name.replace(/`/g, '')),
    );
    count += symbols.length;
    for (const one of symbols) if (!tags.has(one.name)) unknown.push(`${one.file}: ${one.name}`);
  }
  // ctags loses its way in a few files; we must not invent names.
  assert.ok(
    count > 100 && unknown.length < count / 50,
    `${unknown.length} of ${count}: ${unknown.slice(0, 20).join(', ')}`,
  );
});
