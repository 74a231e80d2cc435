import type { LookUp } from '../host/fs/look-up.ts';
import { absolute } from './paths.ts';
import { bubblewrap } from './programs.ts';
import { STATE_FOLDER, type Held } from './state.ts';
import type { Surroundings } from './surroundings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Set in every sandbox of `develop run`; the daemon's sessions carry AUTODEV_RUN. */
export const SANDBOX_MARK = 'AUTODEV_SANDBOX';

/** What `autodev develop` has found out and was configured for, kept where a hook can read it at once. */
interface Kept {
  sandbox?: boolean;
  mcp_tools?: string[];
  loopback_ports?: number[];
  /** Databases listened when the workflow was last looked at. */
  databases?: boolean;
}

export const KEPT_FILE = 'develop/gate.json';

/** Variables by which a program takes settings from a file, or another program, of somebody's choice. */
const STEERS: Record<string, RegExp> = {
  git: /^GIT_(CONFIG(_GLOBAL|_SYSTEM|_COUNT|_PARAMETERS)?|DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|EXEC_PATH|EXTERNAL_DIFF|TRACE\w*)$/,
  rg: /^RIPGREP_CONFIG_PATH$/,
  cd: /^CDPATH$/,
};

/** What surrounds a hook, or `develop run`, from its environment. */
export function surroundings(look: LookUp, env: Environment, cwd: string, runFile: string): Surroundings {
  const home = env['HOME'] || '/';
  const autodevHome = env['AUTODEV_HOME'] ? absolute(cwd, env['AUTODEV_HOME']) : absolute(home, '.autodev');
  const around: Surroundings = {
    look,
    cwd,
    home,
    autodevHome,
    configHome: env['XDG_CONFIG_HOME']?.startsWith('/') ? env['XDG_CONFIG_HOME'] : absolute(home, '.config'),
    isSteered: (program) => {
      const steers = Object.hasOwn(STEERS, program) ? STEERS[program] : undefined;
      if (steers === undefined) return false;
      return Object.keys(env).some((name) => steers.test(name) && env[name] && env[name] !== '/dev/null');
    },
    claudeHome: env['CLAUDE_CONFIG_DIR'] ? absolute(cwd, env['CLAUDE_CONFIG_DIR']) : undefined,
    project: env['CLAUDE_PROJECT_DIR'],
    path: env['PATH'] ?? '',
    node: process.execPath,
    runFile,
    sandbox: (states) => {
      if ((env[SANDBOX_MARK] || env['AUTODEV_RUN']) && states.every((state) => isShutIn(look, state)))
        return states.every((state) => isHeldHere(look, state)) ? 'inside' : 'none';
      return kept(look, autodevHome).sandbox === false ||
        bubblewrap(
          around,
          states.map(({ root }) => root),
        ) === undefined
        ? 'none'
        : 'works';
    },
    mcpTools: () => kept(look, autodevHome).mcp_tools ?? [],
  };
  return around;
}

export function kept(look: LookUp, autodevHome: string): Kept {
  const text =
    look.entry(`${autodevHome}/${KEPT_FILE}`) === undefined ? '{}' : look.text(`${autodevHome}/${KEPT_FILE}`);
  try {
    const found = JSON.parse(typeof text === 'string' ? text : '{}') as Record<string, unknown>;
    return {
      ...(typeof found['sandbox'] === 'boolean' ? { sandbox: found['sandbox'] } : {}),
      databases: found['databases'] === true,
      mcp_tools: listOf(found['mcp_tools']).filter((one) => typeof one === 'string'),
      loopback_ports: listOf(found['loopback_ports']).filter((one) => typeof one === 'number'),
    };
  } catch {
    return {};
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Facts of the process, which no setting can pretend: no way to more rights, and the state or `.git` out of reach. */
function isShutIn(look: LookUp, { root }: Held): boolean {
  const status = look.text('/proc/self/status');
  if (typeof status !== 'string' || !/^NoNewPrivs:\t1$/m.test(status)) return false;
  return look.readOnly(`${root}/${STATE_FOLDER}`) || look.readOnly(`${root}/.git`);
}

/** Whether the sandbox around us closes everything that this state does. */
function isHeldHere(look: LookUp, { root, write, finish }: Held): boolean {
  if (write !== null && !look.readOnly(root)) return false;
  return finish === null || look.readOnly(`${root}/.git`);
}
