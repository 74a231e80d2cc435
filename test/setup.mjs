// The set-up step of `npm test`: installs what only the tests need, where it can, and says clearly where it cannot.
//  - test/tools: npm packages with a lock file of their own (agent CLIs, scripted model, browser driver …)
//  - Debian's packages: chromium, postgresql, tmux, bubblewrap, git
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const quick = process.argv.includes('--no-install') || process.env.AUTODEV_TEST_NO_INSTALL === '1';

const DEBIAN = [
  { package: 'git', probe: ['git', 'tmux'].slice(0, 1) },
  { package: 'tmux', probe: ['tmux'] },
  { package: 'bubblewrap', probe: ['bwrap'] },
  { package: 'chromium', probe: ['chromium', 'chromium-browser', 'google-chrome'] },
  { package: 'postgresql', probe: ['/usr/lib/postgresql'] },
];

function onPath(name) {
  if (name.startsWith('/')) return existsSync(name);
  return (process.env.PATH ?? '')
    .split(':')
    .some((folder) => folder !== '' && existsSync(join(folder, name)));
}

function installTools() {
  const tools = join(here, 'tools');
  const lock = join(tools, 'package-lock.json');
  if (!existsSync(lock)) return;
  const stamp = join(tools, 'node_modules', '.installed');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('test set-up: installing test tools (agent CLIs and others) into test/tools, once …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: tools,
    stdio: 'inherit',
  });
  if (done.status !== 0) {
    console.error('test set-up: `npm ci` in test/tools failed; tests that need the agent CLIs will fail.');
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function installDebian() {
  const missing = DEBIAN.filter((entry) => !entry.probe.some(onPath)).map((entry) => entry.package);
  if (missing.length === 0) return;
  const root = process.getuid?.() === 0;
  if (!onPath('apt-get') || !root) {
    console.error(
      `test set-up: missing ${missing.join(', ')}. ` +
        (onPath('apt-get')
          ? `Run: sudo apt-get install -y ${missing.join(' ')}`
          : 'Install them with your package manager.') +
        ' Tests that need them are skipped with that reason.',
    );
    return;
  }
  console.error(`test set-up: installing ${missing.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  if (done.status !== 0)
    console.error(
      `test set-up: apt-get could not install ${missing.join(', ')}; tests that need them are skipped with that reason.`,
    );
}

if (!quick) {
  installTools();
  installDebian();
}
