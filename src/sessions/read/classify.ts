import { baseName, classOfProgram, type ShellClass } from './shell-class.ts';
import { shellCommands } from './shell-words.ts';

/** Programs that run another, with their options that take a value. */
const WRAPPERS: Record<string, readonly string[]> = {
  sudo: ['-u', '-g', '-h', '-p', '-C'],
  env: ['-u', '-C', '-S'],
  npx: ['-p', '--package', '-c'],
  bunx: [],
  pnpx: [],
  uvx: ['--from', '--with'],
  time: ['-f', '-o'],
  nohup: [],
  nice: ['-n'],
  ionice: ['-c', '-n'],
  stdbuf: ['-o', '-e', '-i'],
  command: [],
  exec: [],
  'xvfb-run': ['-n', '-s'],
  doas: ['-u'],
  caffeinate: [],
  setsid: [],
};
/** Two-word wrappers: `pnpm exec`, `uv run` … */
const TWO_WORDS =
  /^(pnpm|yarn|npm|bun|poetry|uv|bundle|pipenv|rye|pdm|hatch|mise|nix|dotenvx?) (exec|run|dlx|x)$/;
const SHELL = /^(ba|z|da|k)?sh$/;
const known = new Map<string, string>();

/** `Bash:git`, `Bash:test`, `Bash:build`, `Bash:lint` or `Bash:other`, by the command that runs. */
export function classifyShell(command: string): string {
  const remembered = known.get(command);
  if (remembered !== undefined) return remembered;
  const name = `Bash:${classOf(command.slice(0, 4_000), 3)}`;
  if (known.size > 5_000) known.clear();
  if (command.length < 1_000) known.set(command, name);
  return name;
}

/** The first command of the line that is more than `other` gives it its name: `cat x && npm test` is a test. */
function classOf(line: string, depth: number): ShellClass {
  for (const words of shellCommands(line)) {
    const run = unwrap(words);
    const script = SHELL.test(baseName(run[0] ?? '')) ? scriptOf(run) : undefined;
    const found = script !== undefined && depth > 0 ? classOf(script, depth - 1) : classOfProgram(run);
    if (found !== 'other') return found;
  }
  return 'other';
}

/** The text after `-c` of a shell. */
function scriptOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at === -1 ? undefined : words[at + 1];
}

function unwrap(all: readonly string[]): readonly string[] {
  let words = all;
  for (let round = 0; round < 8; round += 1) {
    while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) words = words.slice(1);
    const program = baseName(words[0] ?? '');
    if (/^(then|do|else|!|if|while|until)$/.test(program)) words = words.slice(1);
    else if (program === 'timeout') words = afterOptions(words, ['-s', '-k']).slice(1);
    else if (WRAPPERS[program] !== undefined) words = afterOptions(words, WRAPPERS[program]);
    else if (TWO_WORDS.test(`${program} ${words[1] ?? ''}`) && !isScriptRunner(program, words[1] ?? ''))
      words = afterOptions(words.slice(1), []);
    else return words;
  }
  return words;
}

/** `npm run x` and `yarn run x` name a script of the project, not a program. */
function isScriptRunner(program: string, word: string): boolean {
  return word === 'run' && /^(npm|pnpm|yarn|bun)$/.test(program);
}

function afterOptions(words: readonly string[], withValue: readonly string[]): readonly string[] {
  let at = 1;
  while ((words[at] ?? '').startsWith('-')) at += withValue.includes(words[at] as string) ? 2 : 1;
  return words.slice(at);
}
