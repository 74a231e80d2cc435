import type { GoalResult } from './done.ts';

/** What a bare `autodev auto` found, by tier. */
export interface Found {
  tier: 0 | 1 | 2 | 3 | 4 | 5;
  name: 'CONTEXT' | 'EXPLICIT' | 'URGENT' | 'WORK' | 'SUPPORT' | 'AUTONOMOUS';
  why: string;
  /** Null: only proposed, or advice. */
  task: string | null;
}

export interface DiscoveryFacts {
  /** Run inside an agent's session whose context is nearly full. */
  contextNear: boolean;
  goals: readonly GoalResult[];
  /** `path:line text` of TODO and FIXME comments. */
  todos: readonly string[];
  issues: readonly { number: number; title: string }[];
  staged: readonly string[];
}

/** Everything that was found, the most urgent first. Pure. */
export function discovered(facts: DiscoveryFacts): Found[] {
  const red = (...names: string[]) =>
    facts.goals.filter(({ goal, status }) => status === 'FAIL' && names.includes(goal));
  const found: Found[] = [];
  if (facts.contextNear)
    found.push({
      tier: 0,
      name: 'CONTEXT',
      why: 'the context of this session is nearly full: /clear, then autodev auto resume',
      task: null,
    });
  const urgent = red('build', 'test');
  if (urgent.length > 0) {
    const list = urgent.map(({ signature }) => signature).join('; ');
    found.push({ tier: 2, name: 'URGENT', why: `failing: ${list}`, task: `Mend what fails: ${list}` });
  }
  const [todo] = facts.todos;
  if (todo !== undefined)
    found.push({
      tier: 3,
      name: 'WORK',
      why: `${facts.todos.length} open TODO(s), the first: ${todo}`,
      task: `Do what this TODO asks for: ${todo}`,
    });
  const [issue] = facts.issues;
  if (issue !== undefined)
    found.push({
      tier: 3,
      name: 'WORK',
      why: `${facts.issues.length} open issue(s), the first: #${issue.number} ${issue.title}`,
      task: `Resolve issue #${issue.number}: ${issue.title}`,
    });
  const lint = red('lint', 'typecheck');
  if (lint.length > 0) {
    const list = lint.map(({ signature }) => signature).join('; ');
    found.push({
      tier: 4,
      name: 'SUPPORT',
      why: `lint errors: ${list}`,
      task: `Mend the lint errors: ${list}`,
    });
  }
  if (facts.staged.length > 0)
    found.push({
      tier: 4,
      name: 'SUPPORT',
      why: `staged: ${facts.staged.join(', ')}; commit them yourself`,
      task: null,
    });
  if (found.length === 0)
    found.push({
      tier: 5,
      name: 'AUTONOMOUS',
      why: 'nothing is broken or open; look for what could be simpler',
      task: null,
    });
  return found;
}

/** What is acted on: the first that is a task. Staged files and improvements are only proposed. */
export function chosen(found: readonly Found[]): Found | undefined {
  if (found[0]?.tier === 0) return undefined;
  return found.find(({ task }) => task !== null);
}
