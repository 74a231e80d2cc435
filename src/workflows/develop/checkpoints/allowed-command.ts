import { join } from 'node:path';
import { contained, exists, kindOf, list } from '../../../host/fs/files.ts';

/** Tools by what in a project says that it uses them. A name that begins with "." is an ending. */
const TOOLS: readonly { of: readonly string[]; tools: readonly string[] }[] = [
  {
    of: ['package.json', '.mjs', '.js', '.cjs', '.ts'],
    tools: ['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun', 'deno'],
  },
  { of: ['deno.json', 'deno.jsonc'], tools: ['deno'] },
  {
    of: ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'tox.ini', '.py'],
    tools: ['python', 'python3', 'pytest', 'tox', 'nox', 'uv', 'poetry', 'hatch', 'ruff', 'mypy'],
  },
  { of: ['Cargo.toml'], tools: ['cargo'] },
  { of: ['go.mod', 'go.work'], tools: ['go'] },
  { of: ['pom.xml'], tools: ['mvn'] },
  { of: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'], tools: ['gradle'] },
  { of: ['build.sbt'], tools: ['sbt'] },
  { of: ['Makefile', 'makefile', 'GNUmakefile'], tools: ['make'] },
  { of: ['justfile', 'Justfile'], tools: ['just'] },
  { of: ['Taskfile.yml', 'Taskfile.yaml'], tools: ['task'] },
  { of: ['CMakeLists.txt'], tools: ['cmake', 'ctest', 'ninja', 'make'] },
  { of: ['meson.build'], tools: ['meson', 'ninja'] },
  { of: ['Gemfile', 'Rakefile'], tools: ['bundle', 'rake', 'rspec', 'ruby'] },
  { of: ['composer.json'], tools: ['composer', 'php'] },
  { of: ['mix.exs'], tools: ['mix'] },
  { of: ['Package.swift'], tools: ['swift'] },
  { of: ['.sln', '.csproj', '.fsproj'], tools: ['dotnet'] },
  { of: ['WORKSPACE', 'MODULE.bazel'], tools: ['bazel'] },
  { of: ['build.zig'], tools: ['zig'] },
];
/** They look at files and do nothing else. */
const LOOKERS = ['test', 'true', 'grep', 'ls', 'cat', 'diff', 'cmp', 'wc', 'head', 'tail'];

/**
 * Why a command that a model named is not run, or undefined: it has to be a tool of this project, one of its own scripts,
 * something that only looks, or a configured check word for word. What it then does is the sandbox's to hold.
 */
export async function notAllowed(
  cwd: string,
  words: readonly string[],
  configured: readonly (readonly string[])[],
): Promise<string | undefined> {
  const [program = ''] = words;
  if (configured.some((check) => JSON.stringify(check) === JSON.stringify(words))) return undefined;
  // This very Node, which every sandbox shows anyway.
  if (program === process.execPath || LOOKERS.includes(program)) return undefined;
  if (program.includes('/')) return scriptOf(cwd, program);
  if (await exists(join(cwd, 'node_modules', '.bin', program))) return undefined;
  const marks = TOOLS.filter(({ tools }) => tools.includes(program)).flatMap(({ of }) => of);
  if (marks.length === 0) return `${program} is not a tool that projects are built or tested with`;
  const found = await namesNear(cwd);
  if (
    marks.some((mark) => found.some((name) => (mark.startsWith('.') ? name.endsWith(mark) : name === mark)))
  )
    return undefined;
  return `nothing in the project says that it uses ${program}`;
}

async function scriptOf(cwd: string, program: string): Promise<string | undefined> {
  if (program.startsWith('/')) return `${program} is a path of the machine, not of the project`;
  const real = await contained(cwd, join(cwd, program));
  if (real === undefined) return `${program} does not lie in the project`;
  return (await kindOf(real)) === 'file' ? undefined : `${program} is not a file of the project`;
}

/** Names in the project's root and one level below, where the packages of a larger one lie. */
async function namesNear(cwd: string): Promise<string[]> {
  const top = await list(cwd);
  const below = await Promise.all(
    top
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
      .map(({ name }) => list(join(cwd, name))),
  );
  return [...top, ...below.flat()].filter((entry) => entry.isFile()).map(({ name }) => name);
}
