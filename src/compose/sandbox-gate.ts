import type { SandboxConfig } from '../config/schema/sandbox.ts';
import type { AgentName } from '../agents/agent.ts';
import type { Forge } from '../forge/forge.ts';
import { containment } from '../host/enclose.ts';
import type { Host } from '../host/host.ts';

const INSTALL = 'install bubblewrap, or see `autodev doctor`';

/**
 * Whether agents may work on a repository as this machine is. Anybody can write an issue in a public one, so without
 * a sandbox that needs a person's explicit leave. The reason when not.
 */
export function sandboxGate(
  host: Host,
  forge: Forge,
  sandbox: () => SandboxConfig,
): (repo: { name: string; agent: AgentName }) => Promise<string | undefined> {
  return async ({ name, agent }) => {
    const { mode, allow_unsandboxed_public: allowed } = sandbox();
    // It has no model, so nobody can talk it into anything.
    if (agent === 'scripted') return undefined;
    const works = mode !== 'off' && (await containment(host.processes, host.env)) === 'namespace';
    if (works) return undefined;
    if (mode === 'required') return `sandbox.mode is required and there is no sandbox here; ${INSTALL}`;
    if (allowed || (await forge.repository(name)).private) return undefined;
    return `${name} is public and there is no sandbox here; ${INSTALL}, or set sandbox.allow_unsandboxed_public`;
  };
}
