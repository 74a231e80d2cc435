import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '../../src/config/environment.ts';
import { until } from './cli-world.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const run = promisify(execFile);

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

/** A shell in a real terminal, with `autodev` in it. */
export interface Terminal extends AsyncDisposable {
  /** The rows as they are shown now. */
  rows(): Promise<string[]>;
  /** The same with the sequences that colour them. */
  painted(): Promise<string[]>;
  /** Waits until the screen shows it; gives the screen. */
  sees(pattern: RegExp): Promise<string>;
  /** Keys by tmux's names (`Tab`, `Enter`, `C-c`). */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Facts of tmux about the terminal: `alternate_on`, `cursor_flag` … */
  fact(name: string): Promise<string>;
  /** Starts `autodev` with these words; its exit code is printed after it as `code N`. */
  autodev(...words: string[]): Promise<void>;
  /** The process of the last `autodev`. */
  pid(): number;
  /** What `stty -g` says of the terminal now. The shell has to be back. */
  settings(): Promise<string>;
}

/** So that a test can tell which process it is, and make it crash. */
const PRELOAD = (file: string) => `
  import { writeFileSync } from 'node:fs';
  writeFileSync(${JSON.stringify(file)}, String(process.pid));
  process.on('SIGUSR2', () => setImmediate(() => { throw new Error('crashed on purpose'); }));
`;

export async function openTerminal(options: {
  folder: string;
  home: string;
  columns: number;
  rows: number;
  env?: Record<string, string>;
}): Promise<Terminal> {
  const { folder, home, columns, rows } = options;
  const socket = join(folder, `tmux-${columns}x${rows}.sock`);
  const pidFile = join(folder, 'dashboard.pid');
  const preload = join(folder, 'preload.mjs');
  writeFileSync(preload, PRELOAD(pidFile));
  const env = {
    ...childEnvironment(),
    HOME: folder,
    AUTODEV_HOME: home,
    USER: 'tester',
    PS1: '$ ',
    ...options.env,
  };
  const tmux = async (...args: string[]) =>
    (await run('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], { env, timeout: 60_000 })).stdout;
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), 'sh');
  await tmux('set-option', '-g', 'window-size', 'manual');
  const captured = async (...how: string[]) =>
    (await tmux('capture-pane', '-p', ...how)).split('\n').slice(0, -1);
  const rowsNow = () => captured();
  const type = async (text: string) => void (await tmux('send-keys', '-l', '--', text));
  const press = async (...keys: string[]) => void (await tmux('send-keys', ...keys));
  const sees = async (pattern: RegExp) => {
    let screen = '';
    try {
      return await until(async () => {
        screen = (await rowsNow()).join('\n');
        return pattern.test(screen) ? screen : undefined;
      });
    } catch (error) {
      throw new Error(`waited in vain for ${String(pattern)} on\n${screen}`, { cause: error });
    }
  };
  return {
    rows: rowsNow,
    painted: () => captured('-e'),
    sees,
    press,
    type,
    resize: async (x, y) => void (await tmux('resize-window', '-x', String(x), '-y', String(y))),
    fact: async (name) => (await tmux('display-message', '-p', `#{${name}}`)).trim(),
    autodev: async (...words) => {
      const command = [process.execPath, '--no-warnings', '--import', preload, MAIN, ...words];
      await type(`clear; echo before; ${command.join(' ')}; echo code $?`);
      await press('Enter');
    },
    pid: () => Number(readFileSync(pidFile, 'utf8')),
    settings: async () => {
      const file = join(folder, 'stty');
      writeFileSync(file, '');
      await type(`stty -g > ${file}`);
      await press('Enter');
      return until(() => readFileSync(file, 'utf8').trim() || undefined);
    },
    [Symbol.asyncDispose]: async () => {
      await tmux('kill-server').catch(() => {});
    },
  };
}
