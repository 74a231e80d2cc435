import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { goodModel, openCompileWorld } from '../support/compile-world.ts';
import { tmpdir } from '../support/tmpdir.ts';

const SPEC = `# add

## Purpose
Sums.

## Summary
Sums two numbers.

## Exports
### Classes
- \`public final class Add\`
### Methods
- \`public static int add(int a, int b)\`

## Behavior
- two numbers → their sum
- a sum above 100 → IllegalArgumentException

## Contract
None

## Protocol
None

## Domain Context
- LIMIT: 100 (law)

## Structure
- Add.java: the class
`;

const plugin = (name: string, version: string) =>
  `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<properties>
<maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
</properties>
<dependencies><dependency>
<groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope>
</dependency></dependencies>
<build><plugins>
${plugin('resources', '3.3.1')}${plugin('compiler', '3.13.0')}${plugin('surefire', '3.2.5')}
</plugins></build>
</project>
`;
const CODE = `package add;

public final class Add {
  private static final int LIMIT = 100;

  public static int add(int a, int b) {
    if (a + b > LIMIT) throw new IllegalArgumentException("above " + LIMIT);
    return a + b;
  }
}
`;
const TEST = `package add;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AddTest {
  @Test
  @DisplayName("B1: two numbers give their sum")
  void b1_sums() {
    assertEquals(3, Add.add(1, 2));
  }

  @Test
  @DisplayName("B2: a sum above 100 is refused")
  void b2_refuses() {
    assertThrows(IllegalArgumentException.class, () -> Add.add(99, 2));
  }
}
`;
const DIR = 'src/main/java/add';
const REPOSITORY = join(userInfo().homedir, '.m2');

/** Maven downloads its plugins: without a network only what the machine has fetched before can run. */
async function mavenWorks(): Promise<boolean> {
  await using tmp = await tmpdir();
  const files = { 'pom.xml': POM, [`${DIR}/Add.java`]: CODE, 'src/test/java/add/AddTest.java': TEST };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tmp.path, path)), { recursive: true });
    writeFileSync(join(tmp.path, path), text);
  }
  const tried = spawnSync('mvn', ['-o', '-q', '-B', 'test'], { cwd: tmp.path, timeout: 120_000 });
  return tried.status === 0;
}

test('a Java module goes the same way, with JUnit by Maven', async (context) => {
  if (!(await mavenWorks())) return context.skip('Maven with JUnit does not run offline here');
  await using world = await openCompileWorld({ readPaths: [REPOSITORY] });
  world.write({ 'pom.xml': POM, [`${DIR}/CLAUDE.md`]: SPEC, 'code-convention.md': 'Plain.\n' });
  world.rules(
    goodModel(DIR, {
      red: { 'src/test/java/add/AddTest.java': TEST },
      green: { [`${DIR}/Add.java`]: CODE },
    }),
  );
  const done = await world.spec('compile', '--path', DIR, '--language', 'java', '--json');
  assert.equal(done.code, 0, done.err);
  const { modules, validation } = JSON.parse(done.out) as {
    modules: { status: string; tests: unknown; generated_files: string[] }[];
    validation: { status: string };
  };
  assert.deepEqual(
    modules.map((one) => [one.status, one.tests, one.generated_files]),
    [['success', { total: 2, passed: 2, failed: 0 }, [`${DIR}/Add.java`, 'src/test/java/add/AddTest.java']]],
    done.err,
  );
  assert.equal(validation.status, 'good', done.err);
  assert.equal((await world.spec('trace', DIR, '--json')).code, 0);
});
