import { join } from 'node:path';
import { absolutePath } from '../../config/absolute-path.ts';
import { childEnvironment } from '../../config/environment.ts';
import type { Answers } from '../../config/file/initial.ts';
import { loadConfig } from '../../config/load.ts';
import { nameFromUrl, urlOfRepository } from '../../config/repo/repo-url.ts';
import { forgeLogin, secretIn } from '../../config/secrets.ts';
import { writableFolder, writeAtomic } from '../../host/fs/files.ts';
import { findProgram } from '../../host/process/find-program.ts';
import type { Git } from '../../host/git/git.ts';
import type { Input } from '../command.ts';
import type { Asked } from './questions.ts';
import { summary } from './summary.ts';
import { usualTests } from './usual-tests.ts';

export async function run(input: Input): Promise<void> {
  const [{ exposedSecrets }, { writeInitialConfig }, { configJsonSchema }, { openHost }, { askAnswers }] =
    await Promise.all([
      import('../../config/exposed-secrets.ts'),
      import('../../config/file/initial.ts'),
      import('../../config/keys/keys.ts'),
      import('../../host/host.ts'),
      import('./questions.ts'),
    ]);
  const { io, json, home } = input;
  const { processes, git, env } = openHost({ env: childEnvironment() });
  const before = await loadConfig(home);
  const given = await answersGiven(input, before.config.github.api_url);
  const login = (await forgeLogin(before.config.github, { processes }))?.origin;
  const agents = await installed(env['PATH'] ?? '');
  const answers: Asked =
    input.flag('yes') || !io.inIsTerminal
      ? given
      : await askAnswers(io, {
          given,
          hasConfig: before.written,
          hasRepos: before.config.repos.length > 0,
          login,
          here: await originHere(git),
          testsHere: usualTests(process.cwd()),
          agents,
        });

  await writableFolder(home, 'the autodev folder', { mode: 0o700 });
  const done = await writeInitialConfig(home, await withTokenKept(home, answers));
  await writeAtomic(join(home, 'config.schema.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  const loaded = await loadConfig(home);
  for (const warning of await exposedSecrets(loaded)) io.err(`autodev: warning: ${warning}\n`);
  const told = {
    file: loaded.file,
    created: done.created,
    added: done.added,
    set: done.set,
    kept: done.kept,
    repos: loaded.config.repos.map((repo) => repo.name),
    merging: loaded.config.repos.filter((repo) => repo.auto_merge).map((repo) => repo.name),
    agent: loaded.config.agent.default,
    agent_installed:
      loaded.config.agent.default === 'scripted' ||
      agents.some((name) => name === loaded.config.agent.default),
    login: (await forgeLogin(loaded.config.github, { processes }))?.origin ?? null,
    budget: loaded.config.budget,
  };
  io.out(json ? `${JSON.stringify({ schema_version: 1, ...told })}\n` : summary(told, io.color));
}

async function answersGiven(input: Input, before: string): Promise<Answers> {
  const { AGENTS, LANGUAGES } = await import('../../config/schema/repo.ts');
  const repos = input.texts('repo').map((text) => urlOfRepository(text, input.text('api-url') ?? before));
  for (const url of repos) nameFromUrl(url);
  const file = input.text('token-file');
  const tokenFile = file === undefined ? undefined : absolutePath(file, process.cwd());
  if (tokenFile !== undefined) await secretIn(tokenFile, '--token-file');
  return {
    repos,
    agent: input.oneOf('agent', AGENTS),
    language: input.oneOf('language', LANGUAGES),
    tokenFile,
    apiUrl: input.text('api-url'),
    checks: input.texts('check').length > 0 ? input.texts('check') : undefined,
    autoMerge: input.flag('auto-merge') || undefined,
  };
}

/** A token that was pasted is kept in a file of its own that only we may read: config.yaml is shown and shared. */
async function withTokenKept(home: string, { token, ...answers }: Asked): Promise<Answers> {
  if (token === undefined) return answers;
  const tokenFile = join(home, 'github-token');
  await writeAtomic(tokenFile, `${token}\n`, 0o600);
  return { ...answers, tokenFile };
}

async function installed(path: string): Promise<('claude' | 'codex' | 'gemini')[]> {
  const names = ['claude', 'codex', 'gemini'] as const;
  const found = await Promise.all(names.map((name) => findProgram(name, path)));
  return names.filter((_, at) => found[at] !== undefined);
}

/** The repository we stand in, when its origin is one we could work on. */
async function originHere(git: Git): Promise<string | undefined> {
  try {
    const url = await git.text(['config', '--get', 'remote.origin.url']);
    nameFromUrl(url);
    return url;
  } catch {
    return undefined;
  }
}
