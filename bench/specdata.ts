import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers from a fixed seed (mulberry32): every run measures the same files. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  'token session user claims cache retry order payment invoice queue worker limit policy schema record index route'.split(
    ' ',
  );

/** A CLAUDE.md of about 5.6 KB as people write them: both schema versions, English and Korean. */
export function claudeMd(number: number, total: number, random: () => number): string {
  const pick = () => WORDS[Math.floor(random() * WORDS.length)] as string;
  const word = () => `${pick()}${(pick()[0] ?? '').toUpperCase()}${pick().slice(1)}`;
  const sentence = (length: number) => Array.from({ length }, pick).join(' ');
  const v2 = number % 2 === 0;
  const out: string[] = v2 ? ['<!-- schema: 2.0 -->'] : [];
  out.push(
    `# module-${number}`,
    '',
    '## Purpose',
    `Keeps the ${sentence(14)}.`,
    `It also ${sentence(12)}.`,
    '',
  );
  out.push('## Summary', `${sentence(18)}.`, '', '## Exports', '', '### Functions');
  for (let i = 0; i < 12; i += 1) {
    const name = `${word()}${i}`;
    const signature = `\`${name}(${pick()}: string, options: { ${pick()}: number, ${pick()}?: Map<string, ${pick()}[]> }): ${i % 3 === 0 ? 'Promise<' : 'Result<'}${pick()}>\``;
    if (v2) out.push('', `#### ${name}`, signature, '', `${sentence(10)}.`);
    else out.push(`- ${signature} - ${sentence(8)}`);
  }
  out.push('', '### Types');
  for (let i = 0; i < 4; i += 1) {
    const name = `Type${i}${word()}`;
    const definition = `\`${name} { ${pick()}: string, ${pick()}: number, ${pick()}: Date }\``;
    if (v2) out.push('', `#### ${name}`, definition);
    else out.push(`- ${definition}`);
  }
  out.push('', '## Behavior', '', number % 3 === 0 ? '### 정상' : '### Success cases');
  for (let i = 0; i < 8; i += 1) out.push(`- valid ${sentence(4)} → ${sentence(5)}`);
  out.push('', number % 3 === 0 ? '### 에러' : '### Error cases');
  for (let i = 0; i < 6; i += 1) out.push(`- broken ${sentence(4)} → ${word()}Error`);
  out.push('', '## Contract');
  for (let i = 0; i < 4; i += 1) {
    out.push(
      '',
      `### ${word()}`,
      `- **Preconditions**: ${sentence(7)}`,
      `- **Postconditions**: ${sentence(7)}`,
    );
    out.push(`- **Throws**: ${word()}Error`);
  }
  out.push(
    '',
    '## Protocol',
    '',
    '### State Machine',
    'States: `Idle` | `Running` | `Stopped`',
    '',
    'Transitions:',
  );
  out.push('- `Idle` + `start()` → `Running`', '- `Running` + `stop()` → `Stopped`', '', '### Lifecycle');
  out.push(
    '1. `init()` - prepare',
    '2. `start()` - run',
    '',
    '## Domain Context',
    '',
    '### Decision Rationale',
  );
  out.push(`- TIMEOUT: 2000ms (${sentence(4)})`, `- MAX_RETRY: 3 (${sentence(3)})`, '', '### Constraints');
  out.push(
    `- ${sentence(6)}`,
    '',
    '## Structure',
    '- jwt/: tokens',
    '- types.ts: types',
    '- index.ts: entry',
    '',
  );
  out.push('## Dependencies', '- external: jsonwebtoken@9.0.0');
  for (let i = 0; i < 3; i += 1) {
    const other = Math.floor(random() * total);
    out.push(
      `- internal: ${moduleDir(other)} - ${sentence(5)}; see ${moduleDir(other)}/CLAUDE.md#Type0${word()}`,
    );
  }
  for (let i = 0; i < 4; i += 1) out.push('', `${sentence(14)}.`);
  return `${out.join('\n')}\n`;
}

export function moduleDir(number: number): string {
  return `src/area${Math.floor(number / 100)}/module${number}`;
}

/** Writes the tree; returns its size in bytes. */
export function writeTree(root: string, count: number): number {
  const random = seeded(7);
  let bytes = 0;
  for (let number = 0; number < count; number += 1) {
    const text = claudeMd(number, count, random);
    const folder = join(root, moduleDir(number));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'CLAUDE.md'), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}
