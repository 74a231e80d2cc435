import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** The last version whose platform package could be had when this was written. */
const VERSION = '20.0.23';

/** ccusage's native binary, installed into a folder that is thrown away; or why it cannot be had. */
export function ccusageBinary(folder: string): { path: string } | { missing: string } {
  const name = `@ccusage/ccusage-${process.platform}-${process.arch}`;
  try {
    execFileSync(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${VERSION}`],
      {
        stdio: 'ignore',
        timeout: 120_000,
      },
    );
  } catch {
    return { missing: `${name}@${VERSION} could not be installed` };
  }
  const path = join(folder, 'node_modules', name, 'bin', 'ccusage');
  if (!existsSync(path)) return { missing: `${name}@${VERSION} holds no binary` };
  chmodSync(path, 0o755);
  return { path };
}

/** Reads all transcripts and sums up: less than we do, since nothing is kept. */
export function runCcusage(path: string, claude: string, home: string): void {
  execFileSync(path, ['daily', '--json', '--offline'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, CLAUDE_CONFIG_DIR: claude },
    stdio: 'ignore',
  });
}
