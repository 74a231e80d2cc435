// Part of `npm run build`: what the compiler leaves behind (prompts, pages) goes beside the emitted files.
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ASSETS = /\.(md|css|js|html|svg|cjs|json)$/;

function copy(folder) {
  for (const name of readdirSync(join('src', folder))) {
    const path = join(folder, name);
    if (statSync(join('src', path)).isDirectory()) copy(path);
    else if (ASSETS.test(name)) cpSync(join('src', path), join('dist', path));
  }
}

copy('.');
