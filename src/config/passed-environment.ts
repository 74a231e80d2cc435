import { childEnvironment, readEnvironment } from './environment.ts';
import type { AgentWord } from './schema/repo.ts';

/** What lets an agent reach its model: credentials and endpoints, by agent. */
const CREDENTIALS: Readonly<Record<AgentWord, readonly string[]>> = {
  claude: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CONFIG_DIR',
  ],
  codex: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_API_KEY', 'CODEX_HOME'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_CLOUD_PROJECT'],
  scripted: [],
};

/** The whole environment of one agent: the allow-list, its own credential, and what the config passes on. Never a forge token. */
export function passedEnvironment(
  agent: AgentWord,
  passEnv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = readEnvironment(),
): Record<string, string> {
  const passed = childEnvironment(env);
  for (const name of [...CREDENTIALS[agent], ...passEnv]) {
    const value = env[name];
    if (value !== undefined && value !== '') passed[name] = value;
  }
  return passed;
}
