import type { ParsedConfig } from '../config/parse.ts';
import { ROLES, type Role } from '../work/roles.ts';

/** Roles that no session is begun in: they belong to parts that are not built yet. */
const WAITING: readonly Role[] = ['knowledge', 'report', 'design-writer', 'impl-manager'];

/** What the configuration says and this program does not do yet, in words: said, never silently ignored. */
export function notInForce({ config, source }: ParsedConfig): string[] {
  const told: string[] = [];
  if (source.has(['daemon', 'daily_report_hour']))
    told.push('daemon.daily_report_hour has no effect yet: no daily report is written');
  if (source.has(['daemon', 'web', 'port']))
    told.push('daemon.web.port has no effect yet: there is no web dashboard');
  if (config.notify.on.includes('report'))
    told.push('report in notify.on has no effect yet: no daily report is written');
  for (const role of ROLES) {
    if (WAITING.includes(role) && source.has(['agent', 'models', role]))
      told.push(`agent.models.${role} has no effect yet: no session has that role`);
  }
  return told;
}
