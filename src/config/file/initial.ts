import { stringify } from 'yaml';
import { AutodevError } from '../../work/errors.ts';
import { apiUrlOf, GITHUB_API, refuseOtherHosts } from '../repo/api-url.ts';
import { editRepos, setKey } from './edit.ts';
import { keyText } from '../keys/key-path.ts';
import { configFile, readConfigText } from '../load.ts';
import { parseConfig, type ParsedConfig } from '../parse.ts';
import { nameFromUrl } from '../repo/repo-url.ts';
import { saveConfig } from './save.ts';
import { valueAt, type KeyPath } from './source.ts';
import type { AgentWord, Language } from '../schema/repo.ts';

/** What `autodev init` was told. */
export interface Answers {
  repos: readonly string[];
  agent?: AgentWord | undefined;
  language?: Language | undefined;
  tokenFile?: string | undefined;
  apiUrl?: string | undefined;
  autoMerge?: boolean | undefined;
  /** Commands that must succeed before a branch of these repositories is pushed. */
  checks?: readonly string[] | undefined;
}

export interface Initialized {
  text: string;
  created: boolean;
  /** Names of the repositories that were added. */
  added: string[];
  /** Keys that the file did not say yet. */
  set: string[];
  /** Repositories that were there already and stayed as they are. */
  kept: string[];
}

/** What a person chose; the rest stays a comment, so that a default is not taken for a choice. */
interface Chosen {
  agent?: string | undefined;
  language?: string | undefined;
  tokenFile?: string | undefined;
  apiUrl?: string | undefined;
}

function freshConfig(chosen: Chosen): string {
  const agent = section('agent', { default: chosen.agent }, 'default: claude');
  const github = section(
    'github',
    { token_file: chosen.tokenFile, api_url: chosen.apiUrl },
    `api_url: ${GITHUB_API}`,
  );
  return `# yaml-language-server: $schema=./config.schema.json
# What autodev works on and how far it may go. Every key: autodev config show --origin, docs/config.md

repos: []

# The agent that does the work: claude, codex or gemini.
${agent}

# Checked before each paid step, in dollars.
budget:
  per_item_usd: 5
  per_repo_day_usd: 50
  per_day_usd: 100

# The login comes from GITHUB_TOKEN, from gh auth login, or from token_file: a file that only you can read.
${github}

# Language of comments, reports and plans: en or ko.
${chosen.language === undefined ? '# language: en' : `language: ${chosen.language}`}
`;
}

function section(name: string, values: Record<string, string | undefined>, usual: string): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  if (said.length === 0) return `# ${name}:\n#   ${usual}`;
  return [`${name}:`, ...said.map(([key, value]) => `  ${key}: ${stringify(value).trim()}`)].join('\n');
}

export const FRESH = freshConfig({});

/**
 * The text of a first config.yaml, or the one that is there with what was missing. What it says is not changed: being
 * told otherwise is an error.
 */
export function initialConfig(existing: string | undefined, answers: Answers, home: string): Initialized {
  const place = { file: configFile(home), home };
  const created = existing === undefined || existing.trim() === '';
  const apiUrl = answers.apiUrl ?? (created ? foreignApi(answers.repos) : undefined);
  let text = created ? freshConfig({ ...answers, apiUrl }) : existing;
  const before = parseConfig(text, place);
  const added: string[] = [];
  const kept: string[] = [];
  const set: string[] = [];
  const wishes: [path: KeyPath, value: unknown][] = [
    [['agent', 'default'], answers.agent],
    [['language'], answers.language],
    [['github', 'token_file'], answers.tokenFile],
    [['github', 'api_url'], apiUrl ?? missingApi(before, answers.repos)],
  ];
  for (const url of answers.repos) {
    const name = nameFromUrl(url);
    const at = before.config.repos.findIndex((repo) => repo.name.toLowerCase() === name.toLowerCase());
    if (at !== -1) {
      kept.push(name);
      if (answers.autoMerge === true) wishes.push([['repos', at, 'auto_merge'], true]);
    } else if (added.some((known) => known.toLowerCase() === name.toLowerCase())) kept.push(name);
    else {
      text = editRepos(text, { add: newRepo(url, answers) });
      added.push(name);
    }
  }
  for (const [path, value] of wishes) {
    const there = valueAt(before.source.value, path);
    if (value === undefined || there === value) continue;
    if (there !== undefined) throw saysOtherwise(place.file, path, there, value);
    text = setKey(text, path, value);
    set.push(keyText(path));
  }
  const { config } = parseConfig(text, place);
  refuseOtherHosts(config.repos, config.github.api_url);
  return { text, created, added, set, kept };
}

function newRepo(
  url: string,
  { autoMerge, checks = [] }: Answers,
): Record<string, unknown> & { url: string } {
  return {
    url,
    ...(checks.length > 0 ? { checks: [...checks] } : {}),
    ...(autoMerge === true ? { auto_merge: true } : {}),
  };
}

/** The API of repositories that are not on github.com. */
function foreignApi(repos: readonly string[]): string | undefined {
  return repos.map(apiUrlOf).find((api) => api !== undefined && api !== GITHUB_API);
}

/** A file that names no API means github.com; the first repositories it gets may say otherwise. */
function missingApi({ source, config }: ParsedConfig, repos: readonly string[]): string | undefined {
  return source.has(['github', 'api_url']) || config.repos.length > 0 ? undefined : foreignApi(repos);
}

function saysOtherwise(file: string, path: KeyPath, there: unknown, value: unknown): AutodevError {
  const key = keyText(path);
  return new AutodevError('invalid_input', `${key} is ${String(there)} in ${file}, not ${String(value)}`, {
    why: 'init does not change what was chosen; nothing was written',
    hint: `autodev config set ${key} ${String(value)}`,
  });
}

/** Writes config.yaml after checking it; a file that is there keeps everything it says. */
export async function writeInitialConfig(home: string, answers: Answers): Promise<Initialized> {
  const file = configFile(home);
  const existing = await readConfigText(file);
  const initial = initialConfig(existing, answers, home);
  if (initial.text !== existing) await saveConfig(initial.text, { file, home });
  return initial;
}
