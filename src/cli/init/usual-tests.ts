import { join } from 'node:path';
import { readQuickly } from '../../host/fs/quick-files.ts';

/** What runs the tests of a project most often, by the files that it has. */
const USUAL: readonly [file: string, says: RegExp, command: string][] = [
  ['package.json', /"test"\s*:\s*"(?!echo \\"Error: no test)/, 'npm test'],
  ['Cargo.toml', /./, 'cargo test'],
  ['go.mod', /./, 'go test ./...'],
  ['pyproject.toml', /pytest/, 'pytest'],
  ['gradlew', /./, './gradlew test'],
  ['pom.xml', /./, 'mvn test'],
];

export function usualTests(folder: string): string | undefined {
  return USUAL.find(([file, says]) => says.test(readQuickly(join(folder, file)) ?? ''))?.[2];
}
