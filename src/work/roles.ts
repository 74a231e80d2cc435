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
  'compile-red',
  'test-reviewer',
  'compile-green',
  'compile-refactor',
  'compile-notes',
  'compile-heal',
  'decompiler',
] as const;

export type Role = (typeof ROLES)[number];
