/** The team of the PDCA engine; its lead alone starts sessions. */
const TEAM_ROLES = [
  'explore',
  'planner',
  'critic',
  'architect',
  'executor',
  'executor-high',
  'designer',
  'design-writer',
  'impl-manager',
  'build-fixer',
  'security-reviewer',
  'qa-tester',
  'code-reviewer',
  'gap-checker',
  'writer',
  'analyst',
] as const;

/**
 * What a session is for; every session has exactly one role. Models, costs and the scripted agent's `when.role` go by
 * it. The daemon's flows first, then the team of the PDCA engine, then the spec compiler.
 */
export const ROLES = [
  'analyze',
  'implement',
  'review',
  'improve',
  'resolve',
  'knowledge',
  'report',
  ...TEAM_ROLES,
  'compile-red',
  'test-reviewer',
  'compile-green',
  'compile-refactor',
  'compile-notes',
  'compile-heal',
  'decompiler',
] as const;

export type Role = (typeof ROLES)[number];

/** Whether sessions of this role belong to a team: they start none of their own. */
export function isTeammate(role: Role): boolean {
  return TEAM_ROLES.some((one) => one === role);
}
