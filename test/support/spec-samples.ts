/** Random CLAUDE.md texts from a seed: plausible ones, and ones that were damaged on the way. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const SIGNATURES = [
  'load(path: string): Config',
  'transform<T, U>(input: T, f: (x: T) => U = (x) => x): U',
  'async def fetch(url: str, sep: str = "->") -> bytes',
  'func (s *Server) Start(ctx context.Context) (int, error)',
  "pub fn longest<'a>(x: &'a str) -> Result<&'a str, E>",
  'public Map<String, List<X>> all(@NotNull String id) throws IOException',
  'suspend fun <T> retry(times: Int = 3, block: suspend () -> T): T',
  'Claims { userId: string, role: Role }',
  'type Id = string | null',
  'data class User(val id: String)',
  'Role { Admin, User }',
  'MAX_RETRIES: number = 3',
  'summary(): string',
  'types(x: number): string[]',
  'Protocol { a: b }',
  'f(',
  '<<<>>',
  'it is "quoted',
  '한글(값: 수): 글',
];

const EXPORT_LINES: readonly ((random: Random) => string)[] = [
  (random) => `- \`${pick(random, SIGNATURES)}\``,
  (random) => `* \`${pick(random, SIGNATURES)}\` - some text`,
  (random) => `+ \`${pick(random, SIGNATURES)}\`: more\n  and more`,
  (random) => `- ${pick(random, SIGNATURES)}`,
  (random) => `  - \`${pick(random, SIGNATURES)}\``,
  (random) => `- \`${pick(random, SIGNATURES)}\`\n  - a note\n  - **Description**: text`,
  (random) =>
    `\n#### ${pick(random, ['load', 'Claims', 'Summary', 'x y'])}\n\`${pick(random, SIGNATURES)}\`\n`,
  (random) =>
    `### ${pick(random, ['Functions', 'Types', 'Classes', 'Enums', 'Variables', 'Data Classes', 'Hooks'])}`,
  () => '\n#### __all__ {#all}\n```ts\nfunction __all__(a: string): void\n```',
  () => '#### Level\n- **Variants**:\n  - `LOW`: text\n  - HIGH',
  () => '#### Claims\n- **Type**: `{ a: string }`',
  () => '- `def __init__(self)`',
  () => '- `Level`: LOW, HIGH - text\n- `LIMIT`: 3',
  () => '- `export default function (x: number): void`',
  () => '- just a sentence about nothing (really)',
  () => 'A paragraph.',
  () => '```\n- `fenced(): void`\n```',
  () => '<!-- - `hidden(): void` -->',
  () => '| a | b |',
  () => '',
];

const BEHAVIOR_LINES = [
  '- a → b',
  '- well-formed → TokenError',
  '- x -> y',
  '### 정상',
  '### Errors',
  '### Actors\n- User: x',
  '### UC-1: Name\n- Actor: User\n- Includes: UC-1',
  '- no arrow',
];

/** A file of version 1, with everything that migrate has to leave alone. */
export function randomSpec(random: Random): string {
  const lines = (count: number, make: () => string) => Array.from({ length: count }, make).join('\n');
  const level = pick(random, ['##', '##', '##', '##', '#', '###', '####']);
  const parts = [
    pick(random, ['# module', '# module #', '', '<!-- schema: 1.0 -->\n# old', '---\na: b\n---\n# front']),
    `${level} Purpose\ntext`,
    pick(random, [`${level} Summary\nmore`, '']),
    `${level} Exports\n${lines(Math.floor(random() * 9), () => pick(random, EXPORT_LINES)(random))}`,
    `${level} Behavior\n${lines(Math.floor(random() * 6), () => pick(random, BEHAVIOR_LINES))}`,
    pick(random, [`${level} Contract\n### load\n- **Throws**: x`, '']),
    pick(random, [`${level} Protocol\nStates: \`A\` | \`B\`\n1. \`init()\` - x`, '']),
    pick(random, [`${level} Domain Context\n- A: 1 (b)`, '']),
    pick(random, [`${level} Structure\n- a/: b\n  - c.ts: d`, '']),
  ];
  const text = `${parts.join(pick(random, ['\n', '\n\n']))}${pick(random, ['', '\n', '\n\n'])}`;
  const ended = random() < 0.2 ? text.replaceAll('\n', '\r\n') : text;
  return random() < 0.1 ? `\uFEFF${ended}` : ended;
}

const PIECES = [
  '`',
  '```',
  '~~~',
  '<!--',
  '-->',
  '->',
  '→',
  '#',
  '- ',
  '**',
  ':',
  '(',
  ')',
  '<',
  '>',
  '"',
  "'",
  '\\',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '    ',
  '\0',
  '\uFEFF',
  '\u2028',
  '\uD800',
  '정상',
  'CLAUDE.md#x',
  '../CLAUDE.md#UC-1',
  '## Exports\n',
  '### UC-1',
  '|',
  '1. ',
  '@',
  '[',
  '{',
];

/** A text with pieces cut out, doubled, swapped and thrown in. */
export function damaged(text: string, random: Random): string {
  let out = text;
  const times = 1 + Math.floor(random() * 8);
  for (let i = 0; i < times; i += 1) {
    const at = Math.floor(random() * (out.length + 1));
    const end = Math.min(out.length, at + Math.floor(random() * 40));
    const kind = random();
    if (kind < 0.4)
      out = out.slice(0, at) + pick(random, PIECES).repeat(1 + Math.floor(random() * 3)) + out.slice(at);
    else if (kind < 0.6) out = out.slice(0, at) + out.slice(end);
    else if (kind < 0.8) out = out.slice(0, end) + out.slice(at);
    else out = out.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x3000)) + out.slice(at + 1);
  }
  return out;
}

/** Random bytes put over a text: most are no valid UTF-8. */
export function damagedBytes(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  for (let i = 0; i < 6 && bytes.length > 0; i += 1)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  return bytes;
}
