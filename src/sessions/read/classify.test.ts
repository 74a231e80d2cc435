import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyShell } from './classify.ts';

const CASES: readonly [command: string, name: string][] = [
  ['git status', 'git'],
  ['gh pr create --title "npm test"', 'git'],
  ['cd src && git add . && npm test', 'git'],
  ['cd "my folder" && npm test', 'test'],
  ['env A=1 B=2 pytest -q', 'test'],
  ['FOO=bar npx vitest run', 'test'],
  ['sudo -u me npx --yes eslint .', 'lint'],
  ['npx -p typescript tsc -p .', 'build'],
  ['bash -lc "cd x && cargo clippy"', 'lint'],
  ['timeout 60 cargo test', 'test'],
  ['npm run test:unit', 'test'],
  ['npm run build', 'build'],
  ['npm install', 'other'],
  ['pnpm exec oxlint', 'lint'],
  ['yarn lint --fix', 'lint'],
  ['python3 -m pytest tests', 'test'],
  ['python -m unittest', 'test'],
  ['node --test', 'test'],
  ['node server.js', 'other'],
  ['go test ./...', 'test'],
  ['go vet ./...', 'lint'],
  ['go build', 'build'],
  ['make', 'build'],
  ['make test', 'test'],
  ['./gradlew assemble', 'build'],
  ['mvn -q verify', 'test'],
  ['cargo check', 'build'],
  ['docker build -t x .', 'build'],
  ['prettier --check .', 'lint'],
  ['uv run ruff check', 'lint'],
  ['ls -la', 'other'],
  ['echo "git push"', 'other'],
  ['grep -rn "npm test" .', 'other'],
  ['cat sum.mjs && node --test', 'test'],
  ['if true; then npm test; fi', 'test'],
  ['(cd a; git log) | head', 'git'],
  ['npm test 2>&1 | tail -5', 'test'],
  ["cat <<'EOF'\ngit push\nEOF", 'other'],
  ['# git push\nls', 'other'],
  ['/usr/bin/git status', 'git'],
  ['git\\\n  status', 'git'],
  ['', 'other'],
  ['"', 'other'],
  ["'unterminated git", 'other'],
];

for (const [command, name] of CASES)
  test(`${JSON.stringify(command)} is Bash:${name}`, () => {
    assert.equal(classifyShell(command), `Bash:${name}`);
  });
