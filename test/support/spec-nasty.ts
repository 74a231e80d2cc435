/** Texts that make careless scanners slow: each grows with `size`, and none of them ever ends what it begins. */
export const NASTY: Readonly<Record<string, (size: number) => string>> = {
  backticks: (n) => inExports('- `'.repeat(n / 3)),
  'open brackets': (n) => inExports(`- \`f(${'('.repeat(n)}\``),
  'open angles': (n) => inExports(`- \`f${'<'.repeat(n)}\``),
  'angles in variants': (n) => inExports(`#### E\n- **Variants**: ${'a<,'.repeat(n / 3)}`),
  'escaped quotes': (n) => inExports(`- \`f(${'"\\'.repeat(n / 2)}\``),
  apostrophes: (n) => inExports(`- \`f(${"'a ".repeat(n / 3)}\``),
  annotations: (n) => inExports(`- \`${'@a('.repeat(n / 3)}\``),
  modifiers: (n) => inExports(`- \`${'public '.repeat(n / 7)}\``),
  'many bullets': (n) => inExports('- `f(): void`\n'.repeat(n / 14)),
  'many headings': (n) => inExports('#### f\n'.repeat(n / 7)),
  'many sections': (n) => '## Exports\n### Constraints\n'.repeat(n / 27),
  'unclosed comments': (n) => '<!-- x\n\n'.repeat(n / 8),
  'comments in lines': (n) => `a ${'<!-- '.repeat(n / 5)}\n`,
  'a long comment': (n) => `<!--\n${'x\n'.repeat(n / 2)}-->\n`,
  fences: (n) => '```\n~~~\n'.repeat(n / 8),
  arrows: (n) => inBehavior(`- ${'->'.repeat(n / 2)}`),
  'arrows in code': (n) => inBehavior(`- ${'`->`'.repeat(n / 4)}`),
  hyphens: (n) => inBehavior(`- ${'-'.repeat(n)}>`),
  'use cases': (n) => inBehavior('### UC-1\n- Includes: UC-2\n'.repeat(n / 25)),
  'one line of text': (n) => inBehavior('a '.repeat(n / 2)),
  'continued lines': (n) => inBehavior(`- a\n${'  b\n'.repeat(n / 4)}`),
  references: (n) => 'a/CLAUDE.md#b'.repeat(n / 13),
  'half references': (n) => 'CLAUDE.md#'.repeat(n / 10),
  'long paths': (n) => `${'a/'.repeat(n / 2)}CLAUDE.md#x`,
  'domain brackets': (n) => `## Domain Context\n- A: ${'('.repeat(n / 2)}${')'.repeat(n / 2)}`,
  'nested folders': (n) =>
    `## Structure\n${Array.from({ length: Math.sqrt(n) }, (_, i) => `${' '.repeat(i)}- a/: b`).join('\n')}`,
  spaces: (n) => `${' '.repeat(n)}\n-${' '.repeat(n)}x`,
  'spaces and colons': (n) => inBehavior(`- a${' :'.repeat(n / 2)}`),
  stars: (n) => `## Contract\n### f\n- ${'*'.repeat(n)}`,
  'dependency list': (n) => `## Dependencies\n- external: ${'a, '.repeat(n / 3)}`,
  'symbol list': (n) => `## Dependencies\n- internal: a/CLAUDE.md: ${'b, '.repeat(n / 3)}!`,
  'state list': (n) => `## Protocol\nStates: ${'`A` | '.repeat(n / 6)}`,
  'carriage returns': (n) => '\r'.repeat(n),
  'front matter': (n) => `---\n${'--- \n-'.repeat(n / 6)}`,
  wide: (n) => '→정상 '.repeat(n / 4),
};

function inExports(text: string): string {
  return `## Exports\n${text}\n`;
}

function inBehavior(text: string): string {
  return `## Behavior\n${text}\n`;
}
