import type { Seeded } from './seeded.ts';

/** JSON lines that look like a Claude transcript's and are anything but regular. */
export interface OddRecords {
  line: () => string;
}

type Pair = [key: string, value: string];

const TEXTS = [
  '',
  'plain',
  'a "quoted" word',
  'back\\slash\\',
  '\\"',
  '한국어 🙂',
  'lone \ud800 half',
  'line\nfeed\ttab\u0000\u001f',
  '"usage":{"input_tokens":9}',
  '},{"type":"tool_use"',
  '\u2028',
];
const OUR_KEYS =
  `type message timestamp requestId cwd sessionId id model role content usage name input input_tokens
  output_tokens cache_creation_input_tokens cache_read_input_tokens isSidechain isMeta text attachment`.split(
    /\s+/,
  );

/** Times go up, so that the last record is the latest; all records are of one session in one folder. */
export function oddRecords(random: Seeded): OddRecords {
  let clock = Date.UTC(2026, 0, 5);
  const chance = (share: number): boolean => random.fraction() < share;
  const text = (): string => {
    const piece = random.pick(TEXTS);
    return chance(0.15) ? `${piece}${'x'.repeat(random.below(900))}${random.pick(TEXTS)}` : piece;
  };
  const anything = (depth: number): unknown => {
    const what = random.below(depth > 0 ? 7 : 5);
    if (what === 0) return random.below(1_000) - 5;
    if (what === 1) return random.pick([null, true, false, 1.5, 1e30, -0.25]);
    if (what < 5) return text();
    if (what === 5) return Array.from({ length: random.below(4) }, () => anything(depth - 1));
    return Object.fromEntries(
      Array.from({ length: random.below(4) }, () => [
        random.pick([...OUR_KEYS, text()]),
        anything(depth - 1),
      ]),
    );
  };
  const json = (value: unknown): string => JSON.stringify(value);
  const odd = (usual: string): string => (chance(0.02) ? json(anything(2)) : usual);
  const shuffled = (pairs: Pair[]): Pair[] => {
    if (!chance(0.25)) return pairs;
    return pairs
      .map((pair) => [random.fraction(), pair] as const)
      .sort(([a], [b]) => a - b)
      .map(([, pair]) => pair);
  };
  const object = (pairs: Pair[]): string => {
    const kept = pairs.filter(() => !chance(0.01));
    if (chance(0.1)) kept.push([`x${random.below(9)}`, json(anything(3))]);
    // A key twice: the last one counts.
    if (chance(0.01)) kept.push([random.pick(kept)?.[0] ?? 'x', json(anything(1))]);
    const key = (name: string) =>
      chance(0.003) ? `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"` : json(name);
    return `{${shuffled(kept)
      .map(([name, value]) => `${key(name)}:${value}`)
      .join(',')}}`;
  };
  const count = () =>
    odd(String(random.pick([0, 1, random.below(1e6), '1e3', '2.75', '-4', '123456789012345678'])));
  const usage = () =>
    object([
      ['input_tokens', count()],
      ['cache_creation_input_tokens', count()],
      ['cache_read_input_tokens', count()],
      ['output_tokens', count()],
      ['server_tool_use', json({ web_search_requests: 0, input_tokens: 7 })],
    ]);
  const block = (): string => {
    const type = random.pick([
      'text',
      'thinking',
      'tool_use',
      'tool_use',
      'tool_use',
      'server_tool_use',
      'image',
    ]);
    if (!type.endsWith('tool_use'))
      return object([
        ['type', json(type)],
        ['text', json(text())],
      ]);
    const input = {
      command: random.pick(['git status', 'npm test', text()]),
      file_path: `/w/${text()}`,
      more: anything(3),
    };
    return object([
      ['type', json(type)],
      ['id', json(`toolu_${random.below(99)}`)],
      ['name', odd(json(random.pick(['Bash', 'Edit', 'Write', 'Read', text()])))],
      ['input', odd(json(input))],
    ]);
  };
  const content = (): string => {
    const blocks = Array.from({ length: chance(0.9) ? 1 : random.below(4) }, block);
    return odd(`[${blocks.join(',')}]`);
  };
  const envelope = (type: string, time = `"${new Date(clock).toISOString()}"`): Pair[] => [
    ['type', odd(json(type))],
    ['uuid', json(random.hex(8))],
    ['timestamp', time],
    ['cwd', json('/w/한 "글"')],
    ['sessionId', json('s')],
  ];
  const answer = (): string => {
    const message = object([
      ['id', odd(json(`msg_${random.below(30)}${chance(0.02) ? text() : ''}`))],
      ['role', json('assistant')],
      ['model', odd(json(random.pick(['claude-opus-4-5', 'claude-haiku-4-5', '<synthetic>', 'm\\한'])))],
      ['content', content()],
      ['stop_reason', json(null)],
      ['usage', odd(usage())],
    ]);
    return object([
      ['parentUuid', json(null)],
      ['message', odd(message)],
      ['requestId', odd(json(`req_${random.below(30)}`))],
      ...envelope('assistant', odd(json(new Date(clock).toISOString()))),
    ]);
  };
  const asked = (): string => {
    const said = random.pick([
      json(text()),
      `[${object([
        ['type', json('text')],
        ['text', json(text())],
      ])}]`,
    ]);
    return object([
      ['isSidechain', String(chance(0.2))],
      ...envelope('user'),
      [
        'message',
        object([
          ['role', json('user')],
          ['content', said],
        ]),
      ],
    ]);
  };
  const result = (): string =>
    `{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":${json(anything(3))}}]},${envelope(
      'user',
    )
      .slice(1)
      .map(([name, value]) => `${json(name)}:${value}`)
      .join(',')}}`;
  const other = (): string =>
    object([
      ['attachment', json(anything(3))],
      ...envelope(random.pick(['attachment', 'system', 'summary', 'brand-new', text()])),
    ]);
  return {
    line: () => {
      clock += 1 + random.below(100_000);
      return random.pick([answer, answer, answer, answer, asked, result, result, other])();
    },
  };
}
