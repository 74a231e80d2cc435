// Part of `npm run build`: what the compiler leaves behind (prompts, pages) goes beside the emitted files.
// `--to DIR` for a build elsewhere, as the test of the package makes one.
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const to = process.argv[2] === '--to' ? process.argv[3] : 'dist';
const ASSETS = /\.(md|css|js|html|svg|cjs|json)$/;

function copy(folder) {
  for (const name of readdirSync(join('src', folder))) {
    const path = join(folder, name);
    if (statSync(join('src', path)).isDirectory()) copy(path);
    else if (ASSETS.test(name)) cpSync(join('src', path), join(to, path));
  }
}

copy('.');
