import { posix } from 'node:path';
import type { ReadSource } from '../exported.ts';

const TRIED = ['', '.ts', '.tsx', '.mts', '.cts', '.d.ts', '.d.mts', '.d.cts', '.js', '.jsx', '.mjs', '.cjs'];
const COMPILED: readonly [RegExp, readonly string[]][] = [
  [/\.js$/, ['.ts', '.tsx', '.d.ts']],
  [/\.jsx$/, ['.tsx', '.d.ts']],
  [/\.mjs$/, ['.mts', '.d.mts']],
  [/\.cjs$/, ['.cts', '.d.cts']],
];

/** The file a relative import means; undefined for packages and for files that are not there. */
export function resolveModule(from: string, specifier: string, read: ReadSource): string | undefined {
  if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
  const base = posix.join(posix.dirname(from), specifier);
  const candidates: string[] = [];
  // `./a.js` written in TypeScript means the source a.ts, which wins over a compiled file beside it.
  for (const [ending, sources] of COMPILED)
    if (ending.test(base)) candidates.push(...sources.map((source) => base.replace(ending, source)));
  candidates.push(...TRIED.map((ending) => base + ending));
  candidates.push(...TRIED.slice(1).map((ending) => posix.join(base, `index${ending}`)));
  return candidates.find((path) => /\.[cm]?[jt]sx?$/.test(path) && read(path) !== undefined);
}
