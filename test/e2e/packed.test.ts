import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;

/** What started the tests may have left descriptors open, which would be open in a sandbox: here nothing closes them. */
const CLOSED =
  'for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] 2>/dev/null && eval "exec $fd>&-"; done; exec "$@"';

/** Built and packed as `npm publish` does it, beside the repository: its own dist/ may be in use. */
function pack(folder: string): string {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  const files = [...(json('package.json')['files'] as string[]), 'package.json'];
  for (const name of files.filter((each) => each !== 'dist'))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const dist = join(folder, 'dist');
  run(join(root, 'node_modules/.bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', dist);
  run(process.execPath, 'bin/assets.mjs', '--to', dist);
  run(process.execPath, 'bin/packages.mjs', '--to', dist);
  const packed = run('npm', 'pack', folder, '--ignore-scripts', '--json', '--pack-destination', folder);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return join(folder, filename);
}

/** As `npm install -g` lays it out: the package, the packages it depends on and no others, and its programs. */
function install(tarball: string, prefix: string): void {
  const home = join(prefix, 'lib/node_modules/autodev');
  mkdirSync(join(prefix, 'bin'));
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  const locked = json('package-lock.json')['packages'] as Record<string, { dev?: boolean }>;
  for (const [path, { dev }] of Object.entries(locked)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev === true || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(join(root, path), join(home, path));
  }
  symlinkSync('../lib/node_modules/autodev/bin/autodev.mjs', join(prefix, 'bin/autodev'));
}

test(
  'the package, installed where only Node and git are, runs its demo to the end',
  { timeout: 400_000 },
  async () => {
    await using tmp = await tmpdir();
    const at = (name: string) => join(tmp.path, name);
    for (const name of ['package', 'prefix', 'path', 'work', 'home']) mkdirSync(at(name));
    install(pack(at('package')), at('prefix'));
    symlinkSync(process.execPath, at('path/node'));
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    symlinkSync(git, at('path/git'));
    const autodev = (...words: string[]) =>
      spawnSync('/bin/bash', ['-c', CLOSED, 'bash', at('prefix/bin/autodev'), ...words], {
        cwd: at('work'),
        env: { PATH: at('path'), HOME: at('home'), LANG: 'C.UTF-8' },
        encoding: 'utf8',
        timeout: 300_000,
        killSignal: 'SIGKILL',
      });
    const version = autodev('--version');
    assert.equal(version.stdout.trim(), json('package.json')['version'], version.stderr);
    const demo = autodev('demo', '--json');
    assert.equal(demo.status, 0, demo.stderr);
    assert.equal((JSON.parse(demo.stdout) as { ok: boolean }).ok, true);
    assert.equal(autodev('status').status, 0);
    const installed = at('prefix/lib/node_modules/autodev');
    assert.ok(existsSync(join(installed, 'docs/autodev.1')), 'the manual page is in it');
    assert.equal(existsSync(join(installed, 'src')), false, 'no sources are');
  },
);
