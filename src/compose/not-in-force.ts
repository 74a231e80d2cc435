import type { ParsedConfig } from '../config/parse.ts';
import { ROLES, type Role } from '../work/roles.ts';

/** Roles that no session is begun in: other roles do that work. */
const UNUSED: readonly Role[] = ['report', 'design-writer', 'impl-manager'];

/** What the configuration says and this program does not do yet, in words: said, never silently ignored. */
export function notInForce({ source }: Pick<ParsedConfig, 'source'>): string[] {
  return ROLES.filter((role) => UNUSED.includes(role) && source.has(['agent', 'models', role])).map(
    (role) => `agent.models.${role} has no effect yet: no session has that role`,
  );
}
