import { DOORS } from './door-list.ts';
import { effectsOf, usesHostGit } from './effects.ts';
import type { SourceFile } from './imports.ts';

/** The direction of imports of architecture.md, as data. Left may import right. */
const PARTS = [
  'work',
  'host',
  'config',
  'gate',
  'store',
  'forge',
  'agents',
  'spec',
  'sessions',
  'workflows',
  'api',
  'render',
  'daemon',
  'compose',
  'sim',
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
  'gate',
  'store',
  'forge',
  'agents',
  'spec',
  'sessions',
  'workflows',
  'api',
  'render',
  'daemon',
];

/** A folder allows all of it; a file path allows just that file. Each part may always import itself. */
const ALLOWED: Record<Part, readonly string[]> = {
  work: [],
  host: ['work'],
  config: ['work', 'host'],
  gate: [
    'host/fs/look-up.ts',
    'host/process/standard-streams.ts',
    'host/process/replace.ts',
    'host/sandbox/view/mounts.ts',
    'config/hook-environment.ts',
    'host/process/inherited.ts',
  ],
  store: ['work', 'host'],
  // The pages of the embedded forge are made of the same parts as the dashboard's.
  forge: ['work', 'host', 'render/html'],
  agents: ['work', 'host', 'gate'],
  spec: ['work', 'host'],
  sessions: ['work', 'host'],
  workflows: [
    'work',
    'host',
    'gate',
    'spec',
    'sessions',
    'store/store.ts',
    'store/tables',
    'forge/forge.ts',
    'agents/agent.ts',
    'agents/rest/rest.ts',
  ],
  api: ['work', 'host'],
  render: ['work', 'api'],
  daemon: ['work', 'host', 'config', 'store', 'forge', 'agents', 'workflows', 'sessions', 'api', 'render'],
  compose: BELOW_DEMO,
  // The whole daemon on doors of its own; of the way to a real forge only the gate of its limits, which has no effects.
  sim: [
    'work',
    'host',
    'config',
    'store',
    'forge/forge.ts',
    'forge/github/http/limits.ts',
    'agents',
    'workflows',
    'daemon',
    'api',
  ],
  demo: ['compose', 'work', 'host', 'render'],
  tui: ['api', 'render'],
  web: ['work', 'host', 'api', 'render'],
  cli: [...BELOW_DEMO, 'compose', 'sim', 'demo', 'tui', 'web'],
  'main.ts': ['cli'],
};

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

/** Every effect that a file touches by itself without being its door. */
export function doorBreaches(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isProduct(file.path))
    .flatMap(({ path, text, imports }) => {
      const may = DOORS.find((door) => door.file === path)?.may ?? [];
      const inHost = path.startsWith('src/host/');
      const touched = effectsOf(path, text)
        // Within src/host the types of what the doors give out may be named.
        .filter(
          ({ what, onlyType }) =>
            !may.includes(what) && !(inHost && onlyType) && !isWorkingFolder(path, what),
        )
        .map(({ what }) => `${path} touches ${what} itself; ${doorOf(what)}`);
      const raw = imports
        .filter((target) => !inHost && DOORS.some((door) => door.raw === true && door.file === target))
        .map((target) => `${path} imports ${target}, which is for src/host only`);
      return [...touched, ...raw];
    });
}

/** Where a command was called is what its arguments are relative to. */
function isWorkingFolder(path: string, what: string): boolean {
  return what === 'process.cwd' && path.startsWith('src/cli/');
}

function doorOf(what: string): string {
  const doors = DOORS.filter((door) => door.may.includes(what)).map(({ file }) => file);
  return doors.length === 0 ? 'nothing may' : `its door is ${doors.join(' or ')}`;
}

/** What the list of doors allows and nobody does (any more). */
export function idleDoors(files: readonly SourceFile[]): string[] {
  return DOORS.flatMap(({ file, may }) => {
    const found = files.find(({ path }) => path === file);
    const touched = found === undefined ? [] : effectsOf(file, found.text).map(({ what }) => what);
    return may.filter((what) => !touched.includes(what)).map((what) => `${file} does not touch ${what}`);
  });
}

/** Steps that reach git past `Workspaces`. */
export function gitBreaches(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isProduct(path) && path.startsWith('src/workflows/'))
    .filter(({ path }) => !path.startsWith('src/workflows/workspace/'))
    .filter(
      ({ path, text, imports }) =>
        usesHostGit(path, text) || imports.some((target) => target.startsWith('src/host/git/')),
    )
    .map(({ path }) => path);
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
