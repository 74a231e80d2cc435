import { editRepos, setKey } from './edit.ts';
import { configFile, readConfigText } from './load.ts';
import { parseConfig } from './parse.ts';
import { nameFromUrl } from './repo-url.ts';
import { saveConfig } from './save.ts';
import { valueAt } from './source.ts';
import type { AgentWord, Language } from './schema/repo.ts';

/** What `autodev init` was told. */
export interface Answers {
  repos: readonly string[];
  agent?: AgentWord | undefined;
  language?: Language | undefined;
  tokenFile?: string | undefined;
  apiUrl?: string | undefined;
  autoMerge?: boolean | undefined;
}

export interface Initialized {
  text: string;
  created: boolean;
  /** Names of the repositories that were added. */
  added: string[];
  /** Repositories and values that were there already and stayed as they are. */
  kept: string[];
}

export const FRESH = `# yaml-language-server: $schema=./config.schema.json
# What autodev works on and how far it may go. Every key: autodev config show --origin, docs/config.md

repos: []

# The agent that does the work: claude, codex or gemini.
agent:
  default: claude

# Checked before each paid step, in dollars.
budget:
  per_item_usd: 5
  per_repo_day_usd: 50
  per_day_usd: 100

# The login comes from GITHUB_TOKEN, from gh auth login, or from token_file: a file that only you can read.
github:
  api_url: https://api.github.com

# Language of comments, reports and plans: en or ko.
language: en
`;

/** The text of a first config.yaml, or the one that is there with what was missing. Nothing written is changed. */
export function initialConfig(existing: string | undefined, answers: Answers, home: string): Initialized {
  const file = configFile(home);
  const created = existing === undefined || existing.trim() === '';
  let text = created ? FRESH : existing;
  const before = parseConfig(text, { file, home });
  const added: string[] = [];
  const kept: string[] = [];
  for (const url of answers.repos) {
    const name = nameFromUrl(url);
    const there = [...before.config.repos.map((repo) => repo.name), ...added];
    if (there.some((known) => known.toLowerCase() === name.toLowerCase())) kept.push(name);
    else {
      text = editRepos(text, { add: { url, ...(answers.autoMerge === true ? { auto_merge: true } : {}) } });
      added.push(name);
    }
  }
  const wishes: [path: string[], value: string | undefined][] = [
    [['agent', 'default'], answers.agent],
    [['language'], answers.language],
    [['github', 'token_file'], answers.tokenFile],
    [['github', 'api_url'], answers.apiUrl],
  ];
  for (const [path, value] of wishes) {
    if (value === undefined) continue;
    const there = created ? undefined : valueAt(before.source.value, path);
    if (there === value) continue;
    if (there !== undefined) kept.push(path.join('.'));
    else text = setKey(text, path, value);
  }
  return { text, created, added, kept };
}

/** Writes config.yaml after checking it; a file that is there keeps everything it says. */
export async function writeInitialConfig(home: string, answers: Answers): Promise<Initialized> {
  const file = configFile(home);
  const existing = await readConfigText(file);
  const initial = initialConfig(existing, answers, home);
  if (initial.text !== existing) await saveConfig(initial.text, { file, home });
  return initial;
}
