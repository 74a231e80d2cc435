import { absolutePath } from './absolute-path.ts';
import { configJsonSchema } from './keys/keys.ts';
import { problemsOf } from './file/issues.ts';
import { configError, type Problem } from './file/problem.ts';
import { repoProblems } from './repo/repo-problems.ts';
import { ConfigSchema, type Config } from './schema.ts';
import { settleRepo } from './repo/settle-repo.ts';
import { readSource, type Source } from './file/source.ts';

export interface Place {
  /** The file the text is from, for messages. */
  file: string;
  /** AUTODEV_HOME: relative paths in the file start here. */
  home: string;
  /** What `~` stands for. */
  userHome?: string;
}

export interface ParsedConfig {
  config: Config;
  source: Source;
}

/** Text of config.yaml → settled configuration. Throws with every problem and its line; empty text is all defaults. */
export function parseConfig(text: string, place: Place): ParsedConfig {
  const { source, problems } = readSource(place.file, text);
  if (problems.length > 0) throw configError(problems);
  const parsed = ConfigSchema.safeParse(source.value);
  const found: Problem[] = parsed.success ? [] : problemsOf(parsed.error.issues, source, configJsonSchema());
  found.push(...repoProblems(source), ...webhookProblems(source));
  if (!parsed.success || found.length > 0) throw configError(found);
  const { $schema: _, ...sections } = parsed.data;
  const path = (name: string) => absolutePath(name, place.home, place.userHome);
  // A bare name is looked for on PATH, as everywhere.
  const program = (name: string) => (name.includes('/') ? path(name) : name);
  const { agent, github, daemon, notify, sandbox } = sections;
  const repos = sections.repos.map((_entry, entry) => settleRepo(source, sections, { entry }));
  const wrong = repos.flatMap(({ config: { name }, problems: told }) =>
    told.map((problem) => ({ ...problem, key: `repos[${name}].${problem.key}` })),
  );
  if (wrong.length > 0) throw configError(wrong);
  const config: Config = {
    ...mapped(sections, ['cluster_password_file'], path),
    repos: repos.map((repo) => repo.config),
    daemon: {
      ...daemon,
      log_dir: path(daemon.log_dir ?? 'logs'),
      webhook: mapped(daemon.webhook, ['secret_file'], path),
    },
    agent: {
      ...agent,
      claude: mapped(agent.claude, ['command'], program),
      codex: mapped(agent.codex, ['command'], program),
      gemini: mapped(agent.gemini, ['command'], program),
      scripted: mapped(agent.scripted, ['script'], path),
    },
    sandbox: {
      ...sandbox,
      read_paths: sandbox.read_paths.map(path),
      write_paths: sandbox.write_paths.map(path),
    },
    github: {
      ...mapped(github, ['token_file', 'reviewer_token_file'], path),
      ...(github.app === undefined ? {} : { app: mapped(github.app, ['private_key_file'], path) }),
    },
    notify: {
      ...notify,
      ...(notify.webhook === undefined ? {} : { webhook: mapped(notify.webhook, ['url_file'], path) }),
      ...(notify.slack === undefined ? {} : { slack: mapped(notify.slack, ['url_file'], path) }),
    },
  };
  return { config, source };
}

/**
 * The database that a file names, whatever else is wrong with the file: whoever belongs to a cluster must not look into
 * a store of its own instead. Throws when that cannot be told.
 */
export function parseCluster(text: string, place: Place): Pick<Config, 'cluster' | 'cluster_password_file'> {
  const { source, problems } = readSource(place.file, text);
  if (!source.document.has('cluster')) return { cluster: undefined, cluster_password_file: undefined };
  if (problems.length > 0) throw configError(problems);
  const { cluster, cluster_password_file } = source.value;
  const parsed = ConfigSchema.pick({ cluster: true, cluster_password_file: true }).safeParse({
    cluster,
    cluster_password_file,
  });
  if (!parsed.success) throw configError(problemsOf(parsed.error.issues, source, configJsonSchema()));
  const path = (name: string) => absolutePath(name, place.home, place.userHome);
  return mapped(parsed.data, ['cluster_password_file'], path);
}

function webhookProblems(source: Source): Problem[] {
  if (!source.has(['daemon', 'webhook', 'port']) || source.has(['daemon', 'webhook', 'secret_file']))
    return [];
  const line = source.lineOf(['daemon', 'webhook', 'port']);
  const expected = 'a secret_file beside the port: deliveries that are not signed are not believed';
  return [{ file: source.file, line, key: 'daemon.webhook', message: `expected ${expected}`, expected }];
}

function mapped<T extends object, K extends keyof T>(
  value: T,
  keys: readonly K[],
  path: (name: string) => string,
): T {
  const copy = { ...value };
  for (const key of keys) if (typeof copy[key] === 'string') copy[key] = path(copy[key]) as T[K];
  return copy;
}
