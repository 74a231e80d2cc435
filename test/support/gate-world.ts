import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { answerTo, gateFile, gateHome, writeState, type GateName } from './gate.ts';
import { tmpdir } from './tmpdir.ts';

/** A phase with what has to hold in it. */
export interface GatePhase {
  name: string;
  phase: string;
  open: readonly GateName[];
  /** Places of the world that no command may change. */
  holds: readonly string[];
}

const STEERING = [
  'project/.develop-workflow',
  'autodev',
  'home/.bashrc',
  'home/.gitconfig',
  'project/.claude',
];
export const PHASES: readonly GatePhase[] = [
  {
    name: 'IMPLEMENT, writing closed',
    phase: 'IMPLEMENT',
    open: [],
    holds: ['project', 'remote.git', ...STEERING],
  },
  {
    name: 'PR, finishing closed',
    phase: 'PR',
    open: ['review_clean_pass', 'architect_verified'],
    holds: ['project/.git', 'remote.git', ...STEERING],
  },
  {
    name: 'all gates open',
    phase: 'PR',
    open: ['review_clean_pass', 'architect_verified', 're_review_clean'],
    holds: STEERING,
  },
];

export const runFile = join(dirname(gateFile), 'develop-run.cjs');

export interface GateWorld extends AsyncDisposable {
  path: string;
  project: string;
  env: Record<string, string>;
  /** What the hook says of a command, with the line to run instead: undefined when it passes as it is. */
  judge(command: string, extra?: Record<string, unknown>): string | undefined;
  /** The line that a refusal offers. */
  ready(reason: string): string | undefined;
  /** What must not change in a phase, in one word per place. */
  digest(phase: GatePhase): Record<string, string>;
  /** Really runs a line of shell in the project. */
  run(
    line: string,
    options?: { input?: string; timeout?: number },
  ): { status: number | null; stdout: string; stderr: string };
  enter(phase: GatePhase): void;
  /** Everything as it was in the beginning. */
  restore(): void;
}

/** A clone with a bare remote, a home and an AUTODEV_HOME, and files whose only purpose is to do what is closed. */
export async function gateWorld(): Promise<GateWorld> {
  const tmp = await tmpdir();
  const at = (name: string) => join(tmp.path, name);
  const project = at('project');
  const env: Record<string, string> = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: at('home'),
    AUTODEV_HOME: gateHome(at('autodev'), true),
    LANG: 'C.UTF-8',
    CLAUDECODE: '1',
  };
  mkdirSync(at('home'));
  mkdirSync(at('tmp'));
  writeFileSync(at('home/.bashrc'), '# mine\n');
  writeFileSync(at('home/.gitconfig'), '[user]\n\tname = a\n\temail = a@example.org\n');
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env, stdio: 'ignore' });
  git(tmp.path, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
  git(tmp.path, 'clone', '-q', at('remote.git'), 'project');
  plant(tmp.path);
  for (const subject of ['first', 'second']) {
    writeFileSync(join(project, 'a.txt'), `${subject}\na\n`);
    git(project, 'add', '.');
    git(project, 'commit', '-qm', subject);
  }
  git(project, 'push', '-q', 'origin', 'HEAD');
  mkdirSync(join(project, '.claude'));
  cpSync(tmp.path, `${tmp.path}-first`, { recursive: true, verbatimSymlinks: true });
  const state = () => join(project, '.develop-workflow', 'state.json');
  return {
    path: tmp.path,
    project,
    env,
    judge: (command, extra = {}) => {
      const call = { cwd: project, tool_name: 'Bash', tool_input: { command, ...extra } };
      const answer = answerTo(call, env, project, 'works');
      if (answer === null) return undefined;
      return typeof answer === 'string' ? answer : `it runs in the sandbox\n\n${answer.instead}`;
    },
    ready: (reason) => (reason.includes('\n\n') ? reason.slice(reason.indexOf('\n\n') + 2) : undefined),
    digest: ({ holds }) => Object.fromEntries(holds.map((name) => [name, digestOf(at(name))])),
    run: (line, { input = '', timeout = 120_000 } = {}) =>
      spawnSync('bash', ['-c', line], {
        cwd: project,
        env,
        encoding: 'utf8',
        input,
        timeout,
        killSignal: 'SIGKILL',
      }),
    enter: ({ phase, open }) => {
      writeState(project, phase, open);
      if (!existsSync(state())) throw new Error('no state');
    },
    restore: () => {
      for (const name of readdirSync(tmp.path)) rmSync(at(name), { recursive: true, force: true });
      cpSync(`${tmp.path}-first`, tmp.path, { recursive: true, verbatimSymlinks: true });
    },
    [Symbol.asyncDispose]: async () => {
      rmSync(`${tmp.path}-first`, { recursive: true, force: true });
      await tmp[Symbol.asyncDispose]();
    },
  };
}

/** One script that does everything a gate can forbid, and many files that programs run or read by themselves. */
function plant(world: string): void {
  const project = join(world, 'project');
  // As a hook or monitor of git it would call itself without end.
  const act = `#!/bin/sh
[ -z "$GATE_ACTS" ] || exit 0
export GATE_ACTS=1
echo "\${GATE_LINE:-?}" >> ${world}/ran
cd ${project} || exit
echo hidden > hidden.txt
git commit -q --allow-empty -m hidden
git push -q origin HEAD:refs/heads/hidden
cp open.json .develop-workflow/state.json
echo x >> ${world}/home/.bashrc
echo '{"sandbox":false}' > ${world}/autodev/develop/gate.json
echo '{}' > .claude/settings.json
`;
  const open = {
    phase: 'DONE',
    gates: { review_clean_pass: true, architect_verified: true, re_review_clean: true },
  };
  const files: Record<string, string> = {
    '.gitignore': '.develop-workflow/\n.claude/\n',
    'act.sh': act,
    'bin/ls': act,
    autodev: act,
    'evil.cjs': "require('child_process').execFileSync('./act.sh');\n",
    'develop-run.cjs': "require('child_process').execFileSync('./act.sh');\n",
    'evil.py': "import os\nos.system('./act.sh')\n",
    'evil.pm': 'system("./act.sh");1;\n',
    'evil.rb': 'system "./act.sh"\n',
    'evil.tcl': 'exec ./act.sh\n',
    'evil.sed': '1e ./act.sh\n',
    'evil.curlrc': 'url = "file:///etc/hostname"\noutput = "hidden.txt"\n',
    'evil.mk': 'all:\n\t./act.sh\n',
    Makefile: 'act:\n\t./act.sh\nhello:\n\t@echo hello\n',
    'ok.test.cjs': "require('node:test').test('ok', () => {});\n",
    'package.json': JSON.stringify({
      name: 'x',
      scripts: {
        test: './act.sh',
        act: './act.sh',
        preinstall: './act.sh',
        lint: 'node --check evil.cjs',
        build: 'node -p 6*7',
        out: 'echo built > built.txt',
      },
    }),
    'hidden.patch': '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n second\n-a\n+b\n',
    'open.json': JSON.stringify(open),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
    if (text === act) chmodSync(join(project, name), 0o755);
  }
}

/** All names, kinds and contents below a place. */
function digestOf(path: string): string {
  const hash = createHash('sha256');
  const walk = (at: string, name: string) => {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) hash.update(`${name} none\n`);
    else if (found.isDirectory()) {
      hash.update(`${name} folder\n`);
      for (const child of readdirSync(at).sort()) walk(join(at, child), `${name}/${child}`);
    } else if (found.isFile()) hash.update(`${name} ${found.mode} `).update(readFileSync(at)).update('\n');
    else hash.update(`${name} ${found.isSymbolicLink() ? readlinkSync(at) : found.mode}\n`);
  };
  walk(path, '');
  return hash.digest('hex');
}
