import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Agent, AgentRequest } from '../../../src/agents/agent.ts';
import { openAgent } from '../../../src/agents/open.ts';
import type { AgentSettings } from '../../../src/agents/settings.ts';
import { childEnvironment } from '../../../src/config/environment.ts';
import type { SandboxRules } from '../../../src/host/sandbox/sandbox.ts';
import type { Clock } from '../../../src/host/clock.ts';
import type { Host } from '../../../src/host/host.ts';
import { systemProcesses, type Processes } from '../../../src/host/process/process.ts';
import { testHost } from '../host.ts';
import { agentRequest } from '../request.ts';
import { tmpdir as testFolder } from '../tmpdir.ts';
import { openModel, type ScriptedModel } from './model.ts';
import type { Script } from '../../../src/agents/scripted/script.ts';
import type { Conversation } from './plan.ts';
import type { Dialect, Turn } from './turn.ts';

const bin = join(dirname(fileURLToPath(import.meta.url)), '../../tools/node_modules/.bin');

export const MODELS: Readonly<Record<Dialect, string>> = {
  claude: 'claude-sonnet-4-5',
  codex: 'gpt-5',
  gemini: 'gemini-2.5-pro',
};

/** Where each CLI looks below HOME. */
const OWN_HOME: Readonly<Record<Dialect, string>> = { claude: '.claude', codex: '.codex', gemini: '' };

/** Shared, so that what is learnt of a CLI once (its flags) is not asked again by every test. */
const processes = systemProcesses();

/** A real CLI with a scripted model behind it, in folders of its own. */
export interface Bench extends AsyncDisposable {
  agent: Agent;
  model: ScriptedModel;
  host: Host;
  settings: AgentSettings;
  /** The repository the agent works in. */
  cwd: string;
  /** Where the CLI keeps its login and transcripts. */
  configDir: string;
  /** What the CLI gets: nothing of this machine but PATH and language. */
  env: Readonly<Record<string, string>>;
  request(given: Partial<AgentRequest> & Pick<AgentRequest, 'prompt'>): AgentRequest;
}

export interface BenchOptions {
  turns?: readonly Turn[];
  others?: readonly Conversation[];
  script?: Script;
  settings?: Partial<AgentSettings>;
  /** Uses the config folder in HOME, as for a person, instead of one of its own. */
  ownHome?: boolean;
  /** Another door to processes, such as one without bubblewrap. */
  processes?: Processes;
  clock?: Clock;
  /** Shuts the CLI in, as the daemon does. */
  sandbox?: SandboxRules | undefined;
}

export async function openBench(name: Dialect, options: BenchOptions): Promise<Bench> {
  const cwd = await testFolder({ git: true });
  const home = await testFolder();
  const model = await openModel({ dialect: name, ...options });
  const folder = options.ownHome ? OWN_HOME[name] : 'config';
  const configDir = join(home.path, folder);
  const settings: AgentSettings = {
    command: join(bin, name),
    ...(options.ownHome ? { home: 'user' } : { home: 'isolated', configDir }),
    retries: 1,
    extraEnv: pointTo(name, configDir, model.url),
    ...options.settings,
  };
  const { PATH = '', LANG = 'C.UTF-8' } = childEnvironment();
  const env = { PATH, LANG, HOME: home.path };
  const host: Host = {
    ...testHost({
      env,
      processes: options.processes ?? processes,
      ...(options.clock && { clock: options.clock }),
    }),
    sandbox: () => options.sandbox,
  };
  return {
    agent: openAgent(name, host, settings),
    model,
    host,
    settings,
    cwd: cwd.path,
    configDir,
    env,
    request: (given) => agentRequest({ cwd: cwd.path, model: MODELS[name], env, ...given }),
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      await cwd[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

let cache: string | undefined;

/** Gemini is a large bundle: compiled once per test file instead of once per run. */
function compileCache(): string {
  if (cache === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'autodev-compiled-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    cache = folder;
  }
  return cache;
}

/** Points a CLI to the model at `url` with a dummy key: writes its config folder, gives its environment. */
export function pointTo(name: Dialect, configDir: string, url: string): Record<string, string> {
  mkdirSync(configDir, { recursive: true });
  if (name === 'claude') return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'dummy-key' };
  if (name === 'codex') {
    const provider = [
      'model_provider = "scripted"',
      '[model_providers.scripted]',
      'name = "scripted"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      'env_key = "OPENAI_API_KEY"',
      'request_max_retries = 1',
      'stream_max_retries = 1',
    ];
    writeFileSync(join(configDir, 'config.toml'), `${provider.join('\n')}\n`);
    return { OPENAI_API_KEY: 'dummy-key' };
  }
  mkdirSync(join(configDir, '.gemini'), { recursive: true });
  const auth = { security: { auth: { selectedType: 'gemini-api-key' } } };
  writeFileSync(join(configDir, '.gemini', 'settings.json'), JSON.stringify(auth));
  return { GEMINI_API_KEY: 'dummy-key', GOOGLE_GEMINI_BASE_URL: url, NODE_COMPILE_CACHE: compileCache() };
}
