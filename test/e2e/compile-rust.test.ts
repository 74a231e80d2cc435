import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { goodModel, openCompileWorld } from '../support/compile-world.ts';

const SPEC = `# add

## Purpose
Sums.

## Summary
Sums two numbers.

## Exports
### Functions
- \`pub fn add(a: i64, b: i64) -> i64\`

## Behavior
- two numbers → their sum

## Contract
### add
- **Throws**: panics when the sum is above 100

## Protocol
None

## Domain Context
- LIMIT: 100 (law)

## Structure
- lib.rs: the function
`;

/** The compiler itself, not the switch between several that a home directory may hold. */
function toolchain(): string | undefined {
  const { status, stdout } = spawnSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' });
  return status === 0 ? join(stdout.trim(), 'bin') : undefined;
}

const bin = toolchain();

test('a Rust crate goes the same way, with cargo test', { skip: bin === undefined }, async () => {
  await using world = await openCompileWorld({ env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } });
  world.write({
    'crates/add/Cargo.toml': '[package]\nname = "add"\nversion = "0.1.0"\nedition = "2021"\n',
    'crates/add/src/CLAUDE.md': SPEC,
    'code-convention.md': 'Plain.\n',
  });
  const tests =
    '#[test]\nfn b1_sums() {\n    assert_eq!(add::add(1, 2), 3);\n}\n\n#[test]\n#[should_panic]\nfn c1_panics_above_the_limit() {\n    add::add(99, 2);\n}\n';
  const code =
    'const LIMIT: i64 = 100;\n\npub fn add(a: i64, b: i64) -> i64 {\n    assert!(a + b <= LIMIT);\n    a + b\n}\n';
  world.rules(
    goodModel('crates/add/src', {
      red: { 'crates/add/tests/src.rs': tests },
      green: { 'crates/add/src/lib.rs': code },
    }),
  );
  const done = await world.spec('compile', '--language', 'rust', '--json');
  assert.equal(done.code, 0, done.err);
  const { modules, validation } = JSON.parse(done.out) as {
    modules: { status: string; tests: unknown; generated_files: string[] }[];
    validation: { status: string };
  };
  assert.deepEqual(
    modules.map((one) => [one.status, one.tests, one.generated_files]),
    [['success', { total: 2, passed: 2, failed: 0 }, ['crates/add/src/lib.rs', 'crates/add/tests/src.rs']]],
    done.err,
  );
  assert.equal(validation.status, 'good', done.err);
  assert.equal((await world.spec('trace', '--json')).code, 0);
});
