import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILE_OUTPUTS } from './compile-schemas.ts';
import { goodModel, type CompileWorld } from './compile-world.ts';

/** Modules of one function that adds something to a number, for tests of what a compile does the next time. */

export const spec = (
  name: string,
  parts: { behavior?: string; signature?: string; more?: string } = {},
) => `# ${name}

## Purpose
For ${name}.

## Summary
About ${name}.

## Exports
### Functions
- \`${parts.signature ?? `${name}(a: number): number`}\`

## Behavior
${parts.behavior ?? '- a number → one more'}

## Contract
None

## Protocol
None

## Domain Context
None

## Structure
- ${name}.ts: the function
${parts.more ?? ''}`;

export const code = (name: string, by: number) =>
  `export function ${name}(a: number): number {\n  return a + ${by};\n}\n`;
export const tests = (name: string, by: number, id = 'B1') =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${name} } from './${name}.ts';\n\ntest('${id}: more', () => assert.equal(${name}(1), ${1 + by}));\n`;
export const model = (name: string, by = 1) =>
  goodModel(`src/${name}`, {
    red: { [`src/${name}/${name}.test.ts`]: tests(name, by) },
    green: { [`src/${name}/${name}.ts`]: code(name, by) },
  });

export function git(root: string, ...args: string[]): void {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['-C', root, ...who, ...args], { stdio: 'ignore' });
}

/** Every byte of a project, and when it was written. */
export function bytes(root: string): Map<string, string> {
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('.git'),
  );
  return new Map(
    all.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, `${statSync(path).mtimeMs} ${readFileSync(path, 'latin1')}`];
    }),
  );
}

export type Summary = ReturnType<typeof COMPILE_OUTPUTS.compile.parse>;

export async function compiled(world: CompileWorld, ...words: string[]): Promise<Summary> {
  const done = await world.spec('compile', '--json', ...words);
  assert.equal(done.code, 0, done.err);
  return COMPILE_OUTPUTS.compile.parse(JSON.parse(done.out));
}

export const dirs = ({ modules }: Summary) => modules.map(({ target_dir }) => target_dir);
