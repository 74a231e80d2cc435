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
  const sources = COMPILED.flatMap(([ending, others]) =>
    ending.test(base) ? others.map((other) => base.replace(ending, other)) : [],
  );
  // `./a.js` written in TypeScript means the source a.ts; written in JavaScript it means itself.
  if (/\.[cm]?jsx?$/.test(from)) candidates.push(base, ...sources);
  else candidates.push(...sources);
  candidates.push(...TRIED.map((ending) => base + ending));
  candidates.push(...TRIED.slice(1).map((ending) => posix.join(base, `index${ending}`)));
  return candidates.find((path) => /\.[cm]?[jt]sx?$/.test(path) && read(path) !== undefined);
}
