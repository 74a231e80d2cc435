import type { SandboxConfig } from '../config/schema/sandbox.ts';
import type { AgentName } from '../agents/agent.ts';
import type { Forge } from '../forge/forge.ts';
import { NO_BOX, boxWorks } from '../host/box/works.ts';
import type { Host } from '../host/host.ts';

const INSTALL = 'install bubblewrap, or see `autodev doctor`';

/**
 * Whether agents may work on a repository as this machine is. Bubblewrap contains their processes; their files and
 * network are not shut off, and anybody can write an issue in a public repository, so that needs a person's explicit
 * leave. The reason when not.
 */
export function sandboxGate(
  host: Host,
  forge: Forge,
  sandbox: () => SandboxConfig,
): (repo: { name: string; agent: AgentName }) => Promise<string | undefined> {
  return async ({ name, agent }) => {
    const { mode, allow_unsandboxed_public: allowed } = sandbox();
    if (mode === 'required' && !(await boxWorks(host.processes, host.env))) return `${NO_BOX}; ${INSTALL}`;
    // It has no model, so nobody can talk it into anything.
    if (agent === 'scripted') return undefined;
    if (allowed || (await forge.repository(name)).private) return undefined;
    return `${name} is public, and the files and the network of agents are not shut off; set sandbox.allow_unsandboxed_public to work on it nevertheless`;
  };
}
