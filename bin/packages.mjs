// Part of `npm run build`: zod and yaml as one file each. As installed, zod is 95 files and yaml 72, and to find, read and
// link them is half and more of what they cost a command that needs them (measured, processor time: zod 96 → 50 ms,
// yaml 46 → 8 ms).
// `--to DIR` for a build elsewhere, as the test of the package makes one.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

const to = process.argv[2] === '--to' ? process.argv[3] : 'dist';
const PACKAGES = ['zod', 'yaml'];
const require = createRequire(import.meta.url);
const RELATIVE = /\brequire\((['"])(\.[^'"]*)\1\)/g;

/** The CommonJS files behind an entry; what they require of each other is written as its place in the list. */
function collect(entry) {
  const places = new Map();
  const texts = [];
  const add = (path) => {
    const known = places.get(path);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(path, place);
    const from = createRequire(path);
    texts[place] = readFileSync(path, 'utf8').replaceAll(
      RELATIVE,
      (_call, _quote, name) => `load(${add(from.resolve(name))})`,
    );
    return place;
  };
  add(entry);
  return texts;
}

/** Each file stays a function of its own, run when it is first required: order and cycles are those of CommonJS. */
function oneFile(texts, license) {
  return `'use strict';
/*!
${license.trim().replaceAll('*/', '* /')}
*/
const loaded = [];
function load(place) {
  let module = loaded[place];
  if (module === undefined) {
    module = loaded[place] = { exports: {} };
    FILES[place].call(module.exports, module, module.exports);
  }
  return module.exports;
}
const FILES = [
${texts.map((text) => `function (module, exports) {\n${text}\n},`).join('\n')}
];
module.exports = load(0);
`;
}

/** Names are exported one by one: Node would read the whole CommonJS file once more to find them. */
function facade(file, names) {
  return `const all = process.getBuiltinModule('node:module').createRequire(import.meta.url)('./${file}');
${names.map((name, at) => `const e${at} = all.${name};`).join('\n')}
export { ${names.map((name, at) => `e${at} as ${name}`).join(', ')} };
`;
}

const folder = join(to, 'packages');
mkdirSync(folder, { recursive: true });
for (const name of PACKAGES) {
  const entry = require.resolve(name);
  const license = readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'LICENSE'), 'utf8');
  writeFileSync(join(folder, `${name}.cjs`), oneFile(collect(entry), `${name}\n\n${license}`));
  const names = Object.keys(require(entry)).filter((each) => each !== 'default' && each !== '__esModule');
  writeFileSync(join(folder, `${name}.js`), facade(`${name}.cjs`, names));
}

// `import … from 'zod'`, `export … from 'zod'` and `import('zod')`.
const IMPORT = new RegExp(`(?<=^(?:import|export) [^;]*? from |\\bimport\\()'(${PACKAGES.join('|')})'`, 'gm');
for (const file of globSync('**/*.js', { cwd: to })) {
  if (basename(dirname(file)) === 'packages') continue;
  const text = readFileSync(join(to, file), 'utf8');
  const linked = text.replaceAll(IMPORT, (_all, name) => {
    const path = relative(dirname(file), join('packages', `${name}.js`));
    return `'${path.startsWith('.') ? path : `./${path}`}'`;
  });
  if (linked !== text) writeFileSync(join(to, file), linked);
}
