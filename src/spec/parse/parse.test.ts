import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClaudeMdSpec } from '../spec.ts';
import { parseSpec, parseSpecBytes } from './parse.ts';

const TAIL = '## Contract\nNone\n\n## Protocol\nNone\n\n## Domain Context\nNone\n';
const doc = (exports: string, behavior = 'None', rest = TAIL) =>
  `# auth\n\n## Purpose\nChecks tokens.\n\n## Summary\nTokens.\n\n## Exports\n${exports}\n\n## Behavior\n${behavior}\n\n${rest}`;
const spec = (text: string): ClaudeMdSpec => parseSpec(text).spec;
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

const V1 = doc(
  [
    '### Functions',
    '- `validateToken(token: string): Promise<Claims>` - checks one',
    '- `transform<T, U>(input: T, f: (item: T) => U = (x) => x - 1): U`',
    '### Methods',
    '- `Claims check(String token) throws AuthException`',
    '### Structs',
    '- `Claims { user_id: String, role: Role }`',
    '### Types',
    '- `type Id = string`',
    '### Data Classes',
    '- `data class User(val id: String)`',
    '### Classes',
    '- `TokenManager(secret: string, algorithm?: string)`',
    '### Enums',
    '- `Role { Admin, User }`',
    '### Variables',
    '- `MAX_RETRIES: number = 3`',
  ].join('\n'),
  '### Success Cases\n- valid token → Claims\n### Error Cases\n- expired token -> nothing',
);

describe('Exports of version 1', () => {
  const { exports, schema_version } = spec(V1);

  test('are read from bullets below the eight headings', () => {
    assert.equal(schema_version, '1.0');
    assert.deepEqual(names(exports.functions), ['validateToken', 'transform', 'check']);
    assert.deepEqual(
      exports.types.map(({ name, kind }) => [name, kind]),
      [
        ['Claims', 'struct'],
        ['Id', 'type_alias'],
        ['User', 'data_class'],
      ],
    );
    assert.deepEqual(exports.classes, [
      {
        name: 'TokenManager',
        constructor_signature: 'TokenManager(secret: string, algorithm?: string)',
        line: 22,
      },
    ]);
    assert.deepEqual(exports.enums, [
      { name: 'Role', signature: 'Role { Admin, User }', variants: ['Admin', 'User'], line: 24 },
    ]);
    assert.deepEqual(exports.variables, [
      { name: 'MAX_RETRIES', signature: 'MAX_RETRIES: number = 3', value: '3', line: 26 },
    ]);
  });

  test('keep their signatures verbatim, and their lines', () => {
    assert.deepEqual(exports.functions[0], {
      name: 'validateToken',
      signature: 'validateToken(token: string): Promise<Claims>',
      is_async: true,
      description: 'checks one',
      line: 11,
    });
    assert.equal(
      exports.functions[1]?.signature,
      'transform<T, U>(input: T, f: (item: T) => U = (x) => x - 1): U',
    );
    assert.equal(exports.functions[2]?.signature, 'Claims check(String token) throws AuthException');
  });

  test('keep overloads apart', () => {
    const { functions } = spec(doc('- `f(a: string): void`\n- `f(a: number): void`')).exports;
    assert.deepEqual(
      functions.map(({ signature }) => signature),
      ['f(a: string): void', 'f(a: number): void'],
    );
  });

  test('may stand directly below Exports, without backticks, with details below them', () => {
    const { exports: found, warnings } = spec(
      doc(
        [
          '- load(path: string): Config - reads it',
          '  - throws when it is missing',
          '- `Claims { id: string }`',
          '- `MAX = 3`',
          '- `TokenManager(secret: string)`',
          '- `Start(ctx context.Context)`',
        ].join('\n'),
      ),
    );
    assert.deepEqual(names(found.functions), ['load', 'Start']);
    assert.equal(found.functions[0]?.description, 'reads it');
    assert.deepEqual(names(found.types), ['Claims']);
    assert.deepEqual(names(found.variables), ['MAX']);
    assert.deepEqual(names(found.classes), ['TokenManager']);
    assert.deepEqual(warnings, []);
  });
});

describe('A bare name with a colon', () => {
  test('has variants below Enums and a value below Variables, and otherwise a description', () => {
    const { exports } = spec(
      doc(
        '### Enums\n- `Role`: A, B - who\n- `Kind`: `x` | `y`\n- `Old`: kinds of files, and more\n### Variables\n- `MAX`: 3\n- `NAME`: "a b" - its name\n- `LIMIT`: 3 of them',
      ),
    );
    assert.deepEqual(
      exports.enums.map(({ name, variants, description }) => [name, variants, description]),
      [
        ['Role', ['A', 'B'], 'who'],
        ['Kind', ['x', 'y'], undefined],
        ['Old', [], 'kinds of files, and more'],
      ],
    );
    assert.deepEqual(
      exports.variables.map(({ name, value, description }) => [name, value, description]),
      [
        ['MAX', '3', undefined],
        ['NAME', '"a b"', 'its name'],
        ['LIMIT', undefined, '3 of them'],
      ],
    );
  });
});

describe('Exports of version 2', () => {
  test('are read from a heading with its signature below', () => {
    const { exports, schema_version } = spec(
      `<!-- schema: 2.0 -->\n${doc('### Functions\n\n#### validateToken\n`validateToken(token: string): Claims`\n\nChecks it.\n\n### Types\n\n#### Claims\n`Claims { id: string }`')}`,
    );
    assert.equal(schema_version, '2.0');
    assert.deepEqual(exports.functions, [
      {
        name: 'validateToken',
        signature: 'validateToken(token: string): Claims',
        is_async: false,
        description: 'Checks it.',
        anchor: 'validateToken',
        line: 13,
      },
    ]);
    assert.equal(exports.types[0]?.definition, 'Claims { id: string }');
  });

  test('are read from a heading with fields below', () => {
    const { exports, warnings } = spec(
      doc(
        [
          '#### processData',
          '- **Type**: async function',
          '- **Signature**: `processData(input: Data): Result`',
          '- **Description**: does it',
          '#### Processor',
          '- **Type**: class',
          '- **Signature**: `Processor(config: Config)`',
          '#### Status',
          '- **Type**: enum',
          '- **Variants**: Active, Inactive, Pending',
          '#### MAX',
          '- **Type**: variable',
          '- **Value**: 3',
          '#### Config',
          '- **Type**: interface',
          '- **Signature**: `Config { timeout: number }`',
        ].join('\n'),
      ),
    );
    const [f] = exports.functions;
    assert.deepEqual([f?.name, f?.is_async, f?.description], ['processData', true, 'does it']);
    assert.deepEqual(names(exports.classes), ['Processor']);
    assert.deepEqual(exports.enums[0]?.variants, ['Active', 'Inactive', 'Pending']);
    assert.equal(exports.variables[0]?.value, '3');
    assert.deepEqual(
      exports.types.map(({ name, kind }) => [name, kind]),
      [['Config', 'interface']],
    );
    assert.deepEqual(warnings, []);
  });

  test('keep names with underscores, and lose the id that some renderers take', () => {
    const { exports, contracts } = spec(
      doc(
        '#### __init__\n`def __init__(self)`\n#### __version__\n`__version__ = "1"`\n#### **load** {#load}\n`load(): void`\n### Types {#types}\n#### `Id`\n`type Id = string`',
        'None',
        TAIL.replace('Contract\nNone', 'Contract\n### __init__ {#init}\n- **Throws**: x'),
      ),
    );
    assert.deepEqual(
      exports.functions.map(({ name, anchor }) => [name, anchor]),
      [
        ['__init__', '__init__'],
        ['load', 'load'],
      ],
    );
    assert.deepEqual([names(exports.variables), names(exports.types)], [['__version__'], ['Id']]);
    assert.equal(contracts[0]?.function_name, '__init__');
  });

  test('have the variants of a list below the field, under any heading', () => {
    const { exports, warnings } = spec(
      doc(
        [
          '#### Role',
          '- **Variants**:',
          '  - `A`: admin',
          '  - B = 2 - user',
          '- **Description**: who',
          '### Types',
          '#### Level',
          '- **Variants**: `LOW`, `HIGH`',
          '### Enums',
          '#### State',
          '- `On`: it runs',
          '- `Off`',
        ].join('\n'),
      ),
    );
    assert.deepEqual(
      exports.enums.map(({ name, variants }) => [name, variants]),
      [
        ['Role', ['A', 'B']],
        ['Level', ['LOW', 'HIGH']],
        ['State', ['On', 'Off']],
      ],
    );
    assert.equal(exports.enums[0]?.description, 'who');
    assert.deepEqual([exports.types, warnings], [[], []]);
  });

  test('keep a type that stands in the Type field', () => {
    const { exports, warnings } = spec(
      doc(
        '#### Claims\n- **Type**: `{ value: string }`\n#### Key\n- **Type**: `string | number`\n### Variables\n#### max\n- **Type**: `number`\n- **Value**: 3',
      ),
    );
    assert.deepEqual(
      exports.types.map(({ name, definition, kind }) => [name, definition, kind]),
      [
        ['Claims', '{ value: string }', 'interface'],
        ['Key', 'string | number', 'type_alias'],
      ],
    );
    const [max] = exports.variables;
    assert.deepEqual([max?.signature, max?.value, warnings], ['max: number', '3', []]);
  });

  test('have the signature of the code right below the heading, in bytes too', () => {
    const text = doc(
      [
        '#### f',
        '```typescript',
        '// 주석',
        'function f(a: string): void',
        '```',
        'Does it.',
        '#### g',
        '',
        '~~~ts',
        'export async function g(',
        '  a: string,',
        '): Promise<{ 값: number }> {',
        '  return x;',
        '}',
        '~~~',
        '#### Claims',
        '```ts',
        'interface Claims {',
        '  id: string',
        '}',
        '```',
        '### load',
        '```py',
        '@cached',
        'def load(path: str) -> bytes:',
        '    ...',
        '```',
        '#### other',
        '`other(): void`',
        '```ts',
        'other(1)',
        '```',
        '#### last',
        '```ts',
        'use(last())',
        '```',
      ].join('\n'),
    );
    const { exports, warnings } = spec(text);
    assert.deepEqual(
      exports.functions.map(({ name, signature }) => [name, signature]),
      [
        ['f', 'function f(a: string): void'],
        ['g', 'export async function g(\n  a: string,\n): Promise<{ 값: number }>'],
        ['load', '@cached def load(path: str) -> bytes'],
        ['other', 'other(): void'],
      ],
    );
    assert.equal(exports.functions[0]?.description, 'Does it.');
    assert.equal(exports.types[0]?.definition, 'interface Claims {\n  id: string\n}');
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['last has no signature'],
    );
    assert.deepEqual(parseSpecBytes(Buffer.from(text)).spec, spec(text));
  });

  test('in a table are not read, which is said', () => {
    const table = '| name | signature |\n| --- | --- |\n| f | `f(): void` |';
    const { warnings } = spec(doc(table));
    assert.deepEqual(
      warnings.map(({ message, line }) => [message, line]),
      [['a table in Exports is not read', 10]],
    );
    // About a symbol, a table is prose.
    assert.deepEqual(spec(doc(`#### f\n\`f(): void\`\n\n${table}`)).warnings, []);
  });

  test('know a symbol that is called like a section or a group', () => {
    const { exports } = spec(doc('#### Protocol\n`Protocol { a: b }`\n#### types\n`types(): string[]`'));
    assert.deepEqual([names(exports.types), names(exports.functions)], [['Protocol'], ['types']]);
  });
});

describe('Behavior', () => {
  test('has its category from the heading, in English and Korean, or from the output', () => {
    const { behaviors } = spec(
      doc(
        'None',
        '- a → TokenExpiredError\n- b → ErrorList of none\n- f → error text\n- g → no error, no terror\n### 정상\n- c → SomeError text\n### 에러 케이스\n- d → nothing\n### Failure\n- e → null',
      ),
    );
    assert.deepEqual(
      behaviors.map(({ input, category }) => [input, category]),
      [
        ['a', 'error'],
        ['b', 'error'],
        ['f', 'error'],
        ['g', 'success'],
        ['c', 'success'],
        ['d', 'error'],
        ['e', 'error'],
      ],
    );
  });

  test('splits at an arrow, never at a hyphen inside words, never inside code', () => {
    const { behaviors, warnings } = spec(
      doc(
        'None',
        '- well-formed re-try -> ok-ish\n- `f(x) -> y` → z-z\n- a - b → c -> d\n- no-arrow-here - at all\n- x->y\n- a --> b\n- n > 3 -> many',
      ),
    );
    assert.deepEqual(
      behaviors.map(({ input, output }) => [input, output]),
      [
        ['well-formed re-try', 'ok-ish'],
        ['`f(x) -> y`', 'z-z'],
        ['a - b', 'c -> d'],
        ['x', 'y'],
        ['a', 'b'],
        ['n > 3', 'many'],
      ],
    );
    assert.deepEqual(
      warnings.map(({ error_type, line }) => [error_type, line]),
      [['InvalidBehavior', 16]],
    );
  });

  test('has actors and use cases, whose behaviors are also in the list of all', () => {
    const { actors, use_cases, behaviors } = spec(
      doc(
        'None',
        '### Actors\n- User: end user\n- **System**: internal\n### UC-1: Validation\n- Actor: User\n- valid → Claims\n- Includes: UC-2: Parsing\n#### Error\n- bad → no\n### UC-2: Parsing\n- Extends: UC-1\n- text → parts',
      ),
    );
    assert.deepEqual(
      actors.map(({ name, description }) => [name, description]),
      [
        ['User', 'end user'],
        ['System', 'internal'],
      ],
    );
    assert.deepEqual(
      use_cases.map(({ id, name, actor, includes, extends: e, behaviors: b }) => [
        id,
        name,
        actor,
        includes,
        e,
        b.length,
      ]),
      [
        ['UC-1', 'Validation', 'User', ['UC-2'], [], 2],
        ['UC-2', 'Parsing', '', [], ['UC-1'], 1],
      ],
    );
    assert.equal(behaviors.length, 3);
    assert.equal(behaviors[1]?.category, 'error');
  });

  test('reports a use case defined twice, and targets that are not defined', () => {
    const { diagnostics } = parseSpec(
      doc('None', '### UC-1: A\n- Includes: UC-9\n- Extends: UC-8\n### UC-1: B\n- a → b'),
    );
    assert.deepEqual(
      diagnostics.map(({ severity, error_type, line }) => [severity, error_type, line]),
      [
        ['error', 'DuplicateUseCaseId', 16],
        ['error', 'InvalidIncludeTarget', 14],
        ['error', 'InvalidExtendTarget', 15],
      ],
    );
  });
});

describe('the other sections', () => {
  const text = doc(
    'None',
    'None',
    [
      '## Contract',
      '### validateToken',
      '- **Preconditions**: token is not empty',
      '- **Preconditions**: token is a JWT',
      '- **Throws**: InvalidTokenError',
      '### other(x: string)',
      '- **Invariants**:',
      '  - a',
      '  - b',
      '## Protocol',
      '### State Machine',
      'States: `Idle` | `Loading`',
      'Transitions:',
      '- `Idle` + `load()` → `Loading`',
      '`Loading` + `stop` -> `Idle`',
      '### Lifecycle',
      '1. `init()` - prepare',
      '2. `stop(force: boolean)` - end',
      '## Domain Context',
      '### Decision Rationale',
      '- TOKEN_EXPIRY: 7일 (PCI-DSS (v4))',
      '### Constraints',
      '- 동시 세션 최대 5개',
      '### Compatibility',
      '- UUID v1 지원 필요',
      '## Structure',
      '- jwt/: tokens',
      '  - verify.ts: checks',
      '- `types.ts`: types',
      '- Makefile: tasks',
      '## Dependencies',
      '- external: @scope/pkg@^1.2.3',
      '- internal: ../utils/crypto',
      '- internal:',
      '  - ./types',
    ].join('\n'),
  );
  const found = spec(text);

  test('Contract', () => {
    assert.deepEqual(
      found.contracts.map(({ function_name, preconditions, throws, invariants }) => [
        function_name,
        preconditions,
        throws,
        invariants,
      ]),
      [
        ['validateToken', ['token is not empty', 'token is a JWT'], ['InvalidTokenError'], []],
        ['other', [], [], ['a', 'b']],
      ],
    );
  });

  test('Protocol', () => {
    assert.deepEqual(found.protocol.states, ['Idle', 'Loading']);
    assert.deepEqual(found.protocol.transitions, [
      { from: 'Idle', trigger: 'load()', to: 'Loading', line: 28 },
      { from: 'Loading', trigger: 'stop', to: 'Idle', line: 29 },
    ]);
    assert.deepEqual(found.protocol.lifecycle, [
      { order: 1, method: 'init', description: 'prepare', line: 31 },
      { order: 2, method: 'stop', description: 'end', line: 32 },
    ]);
  });

  test('Domain Context', () => {
    assert.deepEqual(found.domain_context, {
      decision_rationale: [
        {
          text: 'TOKEN_EXPIRY: 7일 (PCI-DSS (v4))',
          name: 'TOKEN_EXPIRY',
          value: '7일',
          reason: 'PCI-DSS (v4)',
          line: 35,
        },
      ],
      constraints: [{ text: '동시 세션 최대 5개', line: 37 }],
      compatibility: [{ text: 'UUID v1 지원 필요', line: 39 }],
    });
  });

  test('Structure', () => {
    assert.deepEqual(names(found.structure.subdirs), ['jwt']);
    assert.deepEqual(names(found.structure.files), ['jwt/verify.ts', 'types.ts', 'Makefile']);
  });

  test('Dependencies in both dialects', () => {
    assert.deepEqual(found.dependencies, {
      external: [{ text: '@scope/pkg@^1.2.3', name: '@scope/pkg', version: '^1.2.3', line: 46 }],
      internal: [
        { path: '../utils/crypto', symbols: [], line: 47 },
        { path: './types', symbols: [], line: 49 },
      ],
    });
    const other = spec(
      doc(
        'None',
        'None',
        `${TAIL}## Dependencies\n### External\n- \`zod@4\` - schemas\n### Internal\n- \`../utils/CLAUDE.md#hash\` - hashing\n- \`core/CLAUDE.md\`: A, B`,
      ),
    ).dependencies;
    assert.deepEqual(other.external, [
      { text: 'zod@4', name: 'zod', version: '4', description: 'schemas', line: 25 },
    ]);
    assert.deepEqual(
      other.internal.map(({ path, symbols }) => [path, symbols]),
      [
        ['../utils/CLAUDE.md', ['hash']],
        ['core/CLAUDE.md', ['A', 'B']],
      ],
    );
  });

  test('Korean section names are read like the English ones', () => {
    const korean = text
      .replace('## Purpose', '## 목적')
      .replace('## Summary', '## 요약')
      .replace('## Contract', '## 계약')
      .replace('## Protocol', '## 프로토콜')
      .replace('## Domain Context', '## 도메인 컨텍스트')
      .replace('### Constraints', '### 제약')
      .replace('## Structure', '## 구조')
      .replace('## Dependencies', '## 의존성')
      .replace('States:', '상태:')
      .replaceAll('**Preconditions**', '**사전조건**');
    assert.deepEqual(spec(korean), found);
  });

  test('CRLF, a BOM and bytes instead of text change nothing', () => {
    for (const variant of [text, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`, V1]) {
      const expected = variant === V1 ? spec(V1) : found;
      assert.deepEqual(spec(variant), expected);
      assert.deepEqual(parseSpecBytes(Buffer.from(variant)), parseSpec(variant));
    }
  });
});

describe('what is no spec', () => {
  test('fences, comments, tables and front matter are passed over', () => {
    const noise = [
      '```ts',
      '- `inFence(): void`',
      '## Contract',
      '~~~',
      '```',
      '~~~~md',
      '```',
      '#### alsoInFence',
      '~~~~',
      '<!-- - `inComment(): void`',
      '## Protocol',
      '-->',
      '| `inTable(): void` | x → y |',
      '|---|---|',
      '- `real(): void` <!-- note: `no(): void` -->',
      '- `code("<!--"): void`',
    ].join('\n');
    const { exports, behaviors, name } = spec(`---\nname: x\n# no: heading\n---\n${doc(noise)}`);
    assert.equal(name, 'auth');
    assert.deepEqual(names(exports.functions), ['real', 'code']);
    assert.equal(exports.functions[1]?.signature, 'code("<!--"): void');
    assert.deepEqual(behaviors, []);
  });

  test('a marker counts only in the first five lines', () => {
    assert.equal(spec(`\n\n\n\n<!-- schema: 2.0 -->\n${V1}`).schema_version, '2.0');
    assert.equal(spec(`\n\n\n\n\n<!-- schema: 2.0 -->\n${V1}`).schema_version, '1.0');
  });
});

describe('sections', () => {
  test('are found at levels 1 to 4 and in any case', () => {
    const { spec: found, diagnostics } = parseSpec(
      '# PURPOSE\np\n## summary\ns\n### Exports\n- `f(): void`\n#### behavior\n- a → b\n# Contract\nNone\n## PROTOCOL\nN/A\n### domain context\nnone',
    );
    assert.deepEqual(diagnostics, []);
    assert.deepEqual([found.purpose, found.summary, found.behaviors.length], ['p', 's', 1]);
    assert.deepEqual(names(found.exports.functions), ['f']);
  });

  test('that are missing are one error that names all of them with their lines', () => {
    const { diagnostics } = parseSpec('# auth\n\n## Exports\nNone\n\n## Protocol\nNone\n');
    assert.deepEqual(
      diagnostics.map(({ severity, error_type, message }) => [severity, error_type, message]),
      [
        [
          'error',
          'MissingSection',
          'missing required sections: Purpose (line 3), Summary (line 3), Behavior (line 6), Contract (line 6), Domain Context (line 8)',
        ],
      ],
    );
  });

  test('Purpose and Summary need real text', () => {
    const { diagnostics } = parseSpec(doc('None').replace('Checks tokens.', 'None').replace('Tokens.', ''));
    assert.deepEqual(
      diagnostics.map(({ severity, section }) => [severity, section]),
      [
        ['error', 'Purpose'],
        ['error', 'Summary'],
      ],
    );
  });

  test('that are empty or stand twice are warned about', () => {
    const { diagnostics } = parseSpec(doc('', '', `${TAIL}\n## Contract\n`));
    assert.deepEqual(
      diagnostics.map(({ severity, error_type, section }) => [severity, error_type, section]),
      [
        ['warning', 'InvalidExports', 'Exports'],
        ['warning', 'InvalidSectionContent', 'Contract'],
        ['warning', 'InvalidSectionContent', 'Behavior'],
      ],
    );
  });
});

describe('cross references', () => {
  test('are found in every section, also in tables, but not in fences and comments', () => {
    const { references } = parseSpec(
      doc(
        '- `f(): void` uses ../utils/CLAUDE.md#hash.',
        '- x → auth/CLAUDE.md#validateToken을 사용\n| a | (src/a-b/CLAUDE.md#Type.member) |\n```\nno/CLAUDE.md#no\n```\n<!-- no/CLAUDE.md#no -->\n- y → `CLAUDE.md#root`, x/CLAUDE.md#UC-3, MYCLAUDE.md#no',
      ),
    );
    assert.deepEqual(
      references.map(({ path, symbol, section, line }) => [path, symbol, section, line]),
      [
        ['../utils/CLAUDE.md', 'hash', 'Exports', 10],
        ['auth/CLAUDE.md', 'validateToken', 'Behavior', 13],
        ['src/a-b/CLAUDE.md', 'Type.member', 'Behavior', 14],
        ['CLAUDE.md', 'root', 'Behavior', 19],
        ['x/CLAUDE.md', 'UC-3', 'Behavior', 19],
      ],
    );
  });
});

test('the title names the module, also where it is all there is', () => {
  assert.equal(spec('# auth\n').name, 'auth');
  assert.equal(spec('# Purpose\nx\n').name, '');
  assert.equal(spec('# auth\n\n# Purpose\nx\n').name, 'auth');
});

test('None is a name among others, and says nothing only where it stands alone', () => {
  const { spec } = parseSpec(
    [
      '## Exports',
      '### Enums',
      '- `Level { None, Low }`',
      '- `Mode`: None, Some',
      '#### Kind',
      '- **Variants**: `None` | `A`',
      '#### Empty',
      '- **Variants**: None',
      '## Behavior',
      '### UC-1: x',
      '- Includes: None',
      '## Protocol',
      'States: None | Idle',
    ].join('\n'),
  );
  assert.deepEqual(
    spec.exports.enums.map(({ variants }) => variants),
    [['None', 'Low'], ['None', 'Some'], ['None', 'A'], []],
  );
  assert.deepEqual(spec.use_cases[0]?.includes, []);
  assert.deepEqual(spec.protocol.states, ['None', 'Idle']);
});
