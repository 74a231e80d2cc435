import { nameOf } from '../../paths.ts';
import type { Context } from '../context.ts';
import { mentionsFinish } from '../mentions.ts';
import type { Word } from '../word.ts';

const GOALS_CAP = 200;
const FILL_DEPTH_CAP = 4;
/** Lines are taken apart by patterns that look at some signs more than once. */
const LINE_CAP = 10_000;
const VALUE_CAP = 10_000;

interface Rule {
  needs: string[];
  lines: string[];
}

interface BuildFile {
  rules: Map<string, Rule>;
  values: Map<string, string>;
}

/** What the recipes behind some goals of a Makefile or justfile would do to the forge or the state. */
export function inspectRecipes(path: string, goals: readonly Word[], ctx: Context): void {
  if (ctx.files.isFresh(path)) ctx.say('opaque', `${nameOf(path)}, which the same command writes`);
  for (const text of ctx.files.texts(path)) {
    if (text === undefined) continue;
    if (text.split('\n').some((line) => line.length > LINE_CAP)) {
      ctx.say('opaque', `${nameOf(path)}, which has a very long line`);
      continue;
    }
    // What other files and patterns add is not followed: then the whole text counts.
    const unclear =
      /^-?(s?include|import)\b|^[^\t\n#]*%[^\n]*:/m.test(text) || /\$[({](shell|eval|call|file)\b/.test(text);
    if (unclear && mentionsFinish(text)) ctx.say('finish', `${nameOf(path)}, which names git or gh`);
    inspectGoals(rulesOf(text), goals, ctx);
  }
}

function rulesOf(text: string): BuildFile {
  const file: BuildFile = { rules: new Map(), values: new Map() };
  let open: Rule[] = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      for (const rule of open) rule.lines.push(line.trim());
      continue;
    }
    const [, name, value = ''] = /^(?:export |override )?\s*([\w.-]+)\s*[:?+!]*=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) file.values.set(name, value.replace(/^(['"])(.*)\1$/, '$2'));
    const found =
      name === undefined ? /^([^\s#:=][^:=#]*?)\s*::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(line) : null;
    if (found !== null) open = openRules(file, found);
    else if (line.trim() !== '' && !line.startsWith('#')) open = [];
  }
  return file;
}

function openRules({ rules }: BuildFile, [, targets = '', needs = '', line]: RegExpExecArray): Rule[] {
  return targets.split(/\s+/).map((target) => {
    const rule = rules.get(target) ?? { needs: [], lines: [] };
    rules.set(target, rule);
    rule.needs.push(...needs.split(/\s+/));
    if (line) rule.lines.push(line.trim());
    return rule;
  });
}

function inspectGoals(file: BuildFile, goals: readonly Word[], ctx: Context): void {
  const seen = new Set(goals.map(({ text }) => text));
  for (const goal of seen) {
    const rule = file.rules.get(goal);
    if (rule === undefined || seen.size > GOALS_CAP) continue;
    for (const need of rule.needs) for (const each of filledLine(file, need).split(/\s+/)) seen.add(each);
    for (const line of rule.lines) {
      const run = filledLine(file, line)
        .replace(/^[@+\-\s]+/, '')
        .replaceAll('$$', '$');
      const again = /^make\s+([\w.-]+)\s*$/.exec(run)?.[1];
      if (again !== undefined) seen.add(again);
      else ctx.peek(run);
    }
  }
}

/** A line with the values of its variables. */
function filledLine(file: BuildFile, value: string, depth = 0): string {
  if (depth > FILL_DEPTH_CAP || value.length > VALUE_CAP) return value;
  return value.replace(/\$[({]([\w.-]+)[)}]|\{\{\s*(\w+)\s*\}\}/g, (all, a?: string, b?: string) => {
    if (a === 'MAKE') return 'make';
    const held = file.values.get(a ?? b ?? '');
    return held === undefined ? all : filledLine(file, held, depth + 1);
  });
}
