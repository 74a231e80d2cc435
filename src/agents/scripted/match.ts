import type { Conditions, Facts, Rule, Script, Step } from './script.ts';

export interface Match {
  rule: Rule;
  id: string;
  steps: readonly Step[];
}

type Uses = (rule: string) => { used: number; usedHere: number };

export function ruleId(rule: Rule, index: number): string {
  return rule.name ?? `rule ${index + 1}`;
}

/** The first rule whose conditions hold and that is not used up. */
export function pickRule(
  script: Script,
  facts: Omit<Facts, 'used' | 'usedHere'>,
  uses: Uses,
): Match | undefined {
  for (const [index, rule] of script.entries()) {
    const id = ruleId(rule, index);
    const counted = uses(id);
    if (rule.times !== undefined && (rule.perFolder ? counted.usedHere : counted.used) >= rule.times)
      continue;
    const all: Facts = { ...facts, ...counted };
    const groups = holds(rule.when, all);
    if (groups === undefined) continue;
    const steps = typeof rule.steps === 'function' ? rule.steps(all) : rule.steps;
    return { rule, id, steps: groups.size === 0 ? steps : steps.map((step) => filled(step, groups) as Step) };
  }
  return undefined;
}

/** The groups of the prompt's match when the conditions hold. */
function holds(when: Rule['when'], facts: Facts): Map<string, string> | undefined {
  if (typeof when === 'function') return when(facts) ? new Map() : undefined;
  const wanted: Conditions = when instanceof RegExp ? { prompt: when } : when;
  const fits =
    !(wanted.not !== undefined && fresh(wanted.not).test(facts.prompt)) &&
    (wanted.role === undefined || wanted.role === facts.role) &&
    (wanted.model === undefined || fresh(wanted.model).test(facts.model)) &&
    (wanted.access === undefined || wanted.access === facts.access) &&
    (wanted.schema === undefined || wanted.schema === facts.schema) &&
    (wanted.resumed === undefined || wanted.resumed === facts.resumed);
  if (!fits) return undefined;
  if (wanted.prompt === undefined) return new Map();
  const match = fresh(wanted.prompt).exec(facts.prompt);
  if (match === null) return undefined;
  const groups = [...match.entries(), ...Object.entries(match.groups ?? {})];
  return new Map(groups.slice(1).map(([name, text]) => [String(name), text ?? '']));
}

/** A caller's expression with the g or y flag would remember its place from run to run. */
function fresh(expression: RegExp): RegExp {
  return new RegExp(expression.source, expression.flags.replace(/[gy]/g, ''));
}

function filled(value: unknown, groups: Map<string, string>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => groups.get(name) ?? whole);
  }
  if (Array.isArray(value)) return value.map((part) => filled(part, groups));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, groups)]));
  }
  return value;
}
