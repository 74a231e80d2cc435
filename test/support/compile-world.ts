import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tmpdir } from './tmpdir.ts';

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Said {
  code: number | null;
  out: string;
  err: string;
}

/** A project, a home whose agent plays a script, and `autodev spec …` as people use it. */
export interface CompileWorld extends AsyncDisposable {
  root: string;
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
  has(path: string): boolean;
  rules(rules: readonly unknown[]): void;
  spec(...words: string[]): Promise<Said>;
  start(...words: string[]): { child: ChildProcess; said: Promise<Said> };
  /** Roles of the sessions so far, with the module each was about. */
  sessions(): string[];
}

export interface CompileWorldOptions {
  /** How long a session may say nothing; short only where it hangs, for a busy machine is slow. */
  idleSecs?: number;
  /** Another agent than the scripted one, by its part of config.yaml, and what its sessions need. */
  agent?: string;
  env?: Readonly<Record<string, string>>;
  /** What the sandbox shows of the machine beside what it always does. */
  readPaths?: readonly string[];
}

export async function openCompileWorld({
  idleSecs = 60,
  agent,
  env,
  readPaths = [],
}: CompileWorldOptions = {}): Promise<CompileWorld> {
  const tmp = await tmpdir();
  const root = join(tmp.path, 'project');
  const home = join(tmp.path, 'home');
  const script = join(tmp.path, 'script.json');
  mkdirSync(root);
  mkdirSync(home);
  writeFileSync(
    join(home, 'config.yaml'),
    `agent:\n  retries: 0\n${agent ?? `  default: scripted\n  scripted:\n    script: ${script}\n`}  timeouts:\n    idle_secs: ${idleSecs}\nsandbox:\n  read_paths: ${JSON.stringify(readPaths)}\n`,
  );
  const start = (...words: string[]) => {
    const child = spawn(process.execPath, [join(checkout, 'bin', 'autodev.mjs'), 'spec', ...words], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: tmp.path, AUTODEV_HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString('utf8')));
    const said = new Promise<Said>((resolve) => {
      child.on('close', (code) => resolve({ code, ...texts }));
    });
    return { child, said };
  };
  return {
    root,
    start,
    spec: (...words) => start(...words).said,
    write: (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    has: (path) => existsSync(join(root, path)),
    rules: (rules) => writeFileSync(script, JSON.stringify({ rules })),
    sessions: () => {
      const log = join(home, 'scripted-sessions.jsonl');
      if (!existsSync(log)) return [];
      return readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => {
          const { role, prompt } = JSON.parse(line) as { role: string; prompt: string };
          return `${role} ${/^Module folder: (.*)$/m.exec(prompt)?.[1] ?? ''}`;
        });
    },
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

export interface Play {
  red?: Readonly<Record<string, string>>;
  green?: Readonly<Record<string, string>>;
}

const write = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ do: 'write', path, text }));

/** A model that behaves: writes these tests and this code for a module, approves, takes notes. */
export function goodModel(dir: string, { red = {}, green = {} }: Play): unknown[] {
  const about = (role: string) => ({ role, prompt: `Module folder: ${dir}\n` });
  const cost = { do: 'cost', usd: 0.01 };
  const full = { behavior: 100, export: 100, contract: null, quality: 100, edge: 100, feedback: [] };
  return [
    {
      when: about('compile-red'),
      steps: [...write(red), cost, { do: 'answer', value: { test_files: Object.keys(red), notes: '' } }],
    },
    { when: about('test-reviewer'), steps: [cost, { do: 'answer', value: full }] },
    {
      when: about('compile-green'),
      steps: [...write(green), cost, { do: 'answer', value: { files: Object.keys(green), notes: '' } }],
    },
    { when: about('compile-refactor'), steps: [cost, { do: 'answer', value: { files: [], notes: '' } }] },
    {
      when: about('compile-notes'),
      steps: [
        cost,
        {
          do: 'answer',
          value: {
            algorithm: 'Plain addition.',
            key_constants: [{ name: 'LIMIT', value: '100', rationale: 'law', scope: 'all' }],
            guide: [],
          },
        },
      ],
    },
  ];
}
