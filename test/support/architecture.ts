import type { SourceFile } from './imports.ts';

/** The direction of imports of architecture.md, as data. Left may import right. */
const PARTS = [
  'work',
  'host',
  'config',
  'store',
  'forge',
  'agents',
  'spec',
  'sessions',
  'workflows',
  'api',
  'daemon',
  'compose',
  'demo',
  'tui',
  'web',
  'cli',
  'main.ts',
] as const;
type Part = (typeof PARTS)[number];

const BELOW_DEMO: readonly string[] = [
  'work',
  'host',
  'config',
  'store',
  'forge',
  'agents',
  'spec',
  'sessions',
  'workflows',
  'api',
  'daemon',
];

/** A folder allows all of it; a file path allows just that file. Each part may always import itself. */
const ALLOWED: Record<Part, readonly string[]> = {
  work: [],
  host: ['work'],
  config: ['work', 'host'],
  store: ['work', 'host'],
  forge: ['work', 'host'],
  agents: ['work', 'host'],
  spec: ['work', 'host'],
  sessions: ['work', 'host'],
  workflows: ['work', 'host', 'spec', 'sessions', 'store/store.ts', 'forge/forge.ts', 'agents/agent.ts'],
  api: ['work', 'host'],
  daemon: ['work', 'host', 'config', 'store', 'forge', 'agents', 'workflows', 'sessions', 'api'],
  compose: BELOW_DEMO,
  demo: ['compose', 'work', 'host'],
  tui: ['api'],
  web: ['api'],
  cli: [...BELOW_DEMO, 'compose', 'demo', 'tui', 'web'],
  'main.ts': ['cli'],
};

/** One door per effect: what may be imported or called, and by whom. */
const DOORS: readonly { what: string; match: RegExp; on: 'import' | 'text'; allowed: RegExp }[] = [
  { what: 'starts processes', match: /^(node:)?child_process$/, on: 'import', allowed: /^src\/host\// },
  { what: 'touches files', match: /^(node:)?fs(\/promises)?$/, on: 'import', allowed: /^src\/host\// },
  {
    what: 'opens a database',
    match: /^(node:)?sqlite$|^pg$|^pg-boss$/,
    on: 'import',
    allowed: /^src\/host\//,
  },
  {
    what: 'opens sockets',
    match: /^(node:)?(net|http|https|http2|tls|dgram)$|^@hono\/node-server$/,
    on: 'import',
    allowed: /^src\/host\//,
  },
  { what: 'reads the environment', match: /\bprocess\.env\b/, on: 'text', allowed: /^src\/config\// },
  {
    what: 'reads the clock',
    match: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bprocess\.hrtime\b/,
    on: 'text',
    allowed: /^src\/host\//,
  },
  {
    what: 'sets a timer',
    match: /\bset(Timeout|Interval|Immediate)\(|from 'node:timers/,
    on: 'text',
    allowed: /^src\/host\//,
  },
  {
    what: 'draws random numbers',
    match: /\bMath\.random\(|\brandom(UUID|Bytes|Int)\(|\bgetRandomValues\(/,
    on: 'text',
    allowed: /^src\/host\//,
  },
  {
    what: 'writes to the terminal',
    match: /\bconsole\.\w+\(|\bprocess\.(stdout|stderr)\.write\(/,
    on: 'text',
    allowed: /^src\/cli\/terminal\.ts$/,
  },
];

export function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.(test|contract)\.ts$/.test(path);
}

function partOf(path: string): Part | undefined {
  const first = path.split('/')[1] ?? '';
  return PARTS.find((part) => part === first);
}

/** Every import that goes against the direction, as a sentence. */
export function directionBreaches(files: readonly SourceFile[]): string[] {
  const breaches: string[] = [];
  for (const file of files.filter((f) => isProduct(f.path))) {
    const from = partOf(file.path);
    if (from === undefined) {
      breaches.push(`${file.path} is in no known part`);
      continue;
    }
    for (const target of file.imports) {
      if (!target.startsWith('src/')) {
        if (target.startsWith('test/') || target.startsWith('plugins/') || target.startsWith('bench/'))
          breaches.push(`${file.path} imports ${target}`);
        if (from === 'work' && target !== 'zod')
          breaches.push(`${file.path} imports ${target}; work imports only zod`);
        continue;
      }
      const inside = target.slice('src/'.length);
      const to = partOf(target);
      const fine =
        to === from ||
        ALLOWED[from].some((rule) => (rule.includes('.') ? inside === rule : inside.startsWith(`${rule}/`)));
      if (!fine) breaches.push(`${file.path} imports ${target}; ${from} may not`);
    }
  }
  return breaches;
}

export function doorBreaches(files: readonly SourceFile[]): string[] {
  const breaches: string[] = [];
  for (const file of files.filter((f) => isProduct(f.path))) {
    const code = withoutComments(file.text);
    for (const door of DOORS) {
      if (door.allowed.test(file.path)) continue;
      const found =
        door.on === 'import' ? file.imports.some((name) => door.match.test(name)) : door.match.test(code);
      if (found) breaches.push(`${file.path} ${door.what}: that has one door (${String(door.allowed)})`);
    }
  }
  return breaches;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

/** Groups of files that import each other in a circle. Types count too: a circle of types is a circle of thought. */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const graph = new Map(
    files.map((file) => [file.path, file.imports.filter((target) => target.startsWith('src/'))]),
  );
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path) as number);
    stack.push(path);
    onStack.add(path);
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) {
        visit(next);
        low.set(path, Math.min(low.get(path) as number, low.get(next) as number));
      } else if (onStack.has(next))
        low.set(path, Math.min(low.get(path) as number, index.get(next) as number));
    }
    if (low.get(path) !== index.get(path)) return;
    const group: string[] = [];
    for (;;) {
      const member = stack.pop() as string;
      onStack.delete(member);
      group.push(member);
      if (member === path) break;
    }
    if (group.length > 1 || (graph.get(path) ?? []).includes(path)) cycles.push(group.sort());
  };
  for (const path of graph.keys()) if (!index.has(path)) visit(path);
  return cycles;
}
