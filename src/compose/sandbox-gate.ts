import type { SandboxConfig } from '../config/schema/sandbox.ts';
import type { AgentName } from '../agents/agent.ts';
import type { Forge } from '../forge/forge.ts';
import { NO_SANDBOX, sandboxWorks } from '../host/sandbox/works.ts';
import type { Clock } from '../host/clock.ts';
import type { Host } from '../host/host.ts';
import { Postponed } from '../workflows/engine/stops/interruptions.ts';

const INSTALL = 'see `autodev doctor`';

/**
 * Whether agents may work on a repository as this machine is. Anybody can write an issue in a public repository, so
 * without a sandbox around the agents that needs a person's explicit leave. The reason when not.
 */
export function sandboxGate(
  host: Host,
  forge: Forge,
  sandbox: () => SandboxConfig,
): (repo: { name: string; agents: readonly AgentName[] }) => Promise<string | undefined> {
  return async ({ name, agents }) => {
    const { mode, allow_unsandboxed_public: allowed } = sandbox();
    const works = await sandboxWorks(host.processes, host.env);
    if (mode === 'required' && !works) return `${NO_SANDBOX}; ${INSTALL}`;
    // The scripted agent has no model, so nobody can talk it into anything.
    if (agents.every((agent) => agent === 'scripted') || (mode !== 'off' && works)) return undefined;
    if (allowed || (await forge.repository(name)).private) return undefined;
    const why = mode === 'off' ? 'sandbox.mode is off' : 'bubblewrap does not work here';
    return `${name} is public, and agents are not shut in: ${why}; ${INSTALL}, or set sandbox.allow_unsandboxed_public to work on it nevertheless`;
  };
}

/** Somebody mends the machine, or makes it private again. */
const AGAIN_MS = 15 * 60_000;

/**
 * The same for an item that was taken when it was allowed: it waits, unpaid. Its reason is read on the forge, where
 * strangers need not know what this machine lacks; a scan tells the whole of it here.
 */
export function sandboxFence(
  clock: Clock,
  refused: (repo: string) => Promise<string | undefined>,
): (repo: string) => Promise<void> {
  return async (repo) => {
    if ((await refused(repo)) === undefined) return;
    const reason = 'agents may not work here as it is set up (autodev doctor says more)';
    throw new Postponed(reason, clock.now() + AGAIN_MS, 'sandbox');
  };
}
