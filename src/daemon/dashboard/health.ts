import type { Health, HealthCheck } from '../../api/board/health.ts';
import type { Status } from '../../api/status.ts';

/** What only trying can tell: of agents, the sandbox, the webhook. */
export type Probes = () => Promise<HealthCheck[]>;

/** Whether the parts that the work depends on are well: tried ones first, then those whom the daemon has asked anyway. */
export async function healthOf(status: Status, probes: Probes): Promise<Health> {
  return {
    checks: [...(await probes()), ...status.resting.map(resting), ...status.repositories.flatMap(repository)],
  };
}

function resting({ agent, because, told, until }: Status['resting'][number]): HealthCheck {
  const text = `${told ? 'rests' : 'cannot work, asked again'}: ${because}`;
  return { part: 'Agents', name: `${agent} now`, state: 'wrong', text, until };
}

function repository({
  name,
  enabled,
  last_error: error,
  last_scan: scan,
}: Status['repositories'][number]): HealthCheck[] {
  const check = { part: 'Repositories', name, until: null };
  if (!enabled) return [{ ...check, state: 'unknown', text: 'not watched' }];
  if (error !== null) return [{ ...check, state: 'wrong', text: error }];
  return [
    scan === null
      ? { ...check, state: 'unknown', text: 'not scanned yet' }
      : { ...check, state: 'good', text: 'last scanned', until: scan },
  ];
}
