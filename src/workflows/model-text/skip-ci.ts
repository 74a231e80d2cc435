const SERVICES = String.raw`(?:ci|cd|actions|cf-pages|vercel|netlify|render|travis|appveyor|azurepipelines|\w+-?ci)`;
/**
 * `[skip ci]`, `[no ci]`, `[CF-Pages-Skip]`, `[ci skip:push]`: read from the raw text, in code or not. An index such
 * as `[n-skip]` or `[to_skip]` is none.
 */
const SKIP = new RegExp(
  String.raw`\[(\s*(?:skip +[\w.-]+|no +ci|[\w.-]+ +skip(?::[\w-]+)?` +
    String.raw`|(?:skip|no)[_-]${SERVICES}|${SERVICES}[_-]skip)\s*)\]`,
  'gi',
);
const NO_CI = /\*{3}(NO_CI)\*{3}/gi;

/** The words by which checks are left out, without the brackets that make them orders. */
export function withoutSkips(text: string): string {
  return text.replaceAll(SKIP, '($1)').replaceAll(NO_CI, '$1');
}
