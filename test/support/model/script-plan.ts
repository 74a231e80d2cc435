import { pickRule } from '../../../src/agents/scripted/match.ts';
import type { Script, Step } from '../../../src/agents/scripted/script.ts';
import { LAST, type Plan } from './plan.ts';
import type { Asked } from './request.ts';
import type { Dialect, Turn } from './turn.ts';

/**
 * A model that plays the scripted agent's script: what works with the scripted agent (the demo, a flow's test)
 * can be tried with a real CLI. Rules that look at the schema or the access cannot match: no model sees these.
 */
export function planFromScript(script: Script, dialect: Dialect): Plan {
  const open = new Map<string, Turn[]>();
  const used = new Map<string, { all: number; folders: Map<string, number> }>();
  let runs = 0;
  const begin = ({ prompt, model, cwd }: Asked): Turn[] => {
    const facts = {
      prompt,
      model,
      cwd,
      role: 'implement',
      access: 'write',
      input: 'trusted',
      schema: '',
      resumed: false,
    } as const;
    const match = pickRule(script, { ...facts, runs }, (rule) => {
      const uses = used.get(rule);
      return { used: uses?.all ?? 0, usedHere: uses?.folders.get(cwd) ?? 0 };
    });
    runs += 1;
    if (match === undefined) throw new Error(`no rule of the script matches: ${prompt.slice(0, 200)}`);
    const uses = used.get(match.id) ?? { all: 0, folders: new Map<string, number>() };
    uses.all += 1;
    uses.folders.set(cwd, (uses.folders.get(cwd) ?? 0) + 1);
    used.set(match.id, uses);
    return turnsOf(match.steps, dialect);
  };
  return {
    next: (asked) => {
      const key = `${asked.cwd}\0${asked.prompt}`;
      if (asked.fresh) open.set(key, begin(asked));
      return open.get(key)?.shift() ?? LAST;
    },
  };
}

const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

function turnsOf(steps: readonly Step[], dialect: Dialect): Turn[] {
  // What is said before a tool is used would end a real session, so only the last words are spoken.
  const last = steps.findLast((step) => step.do === 'say' || step.do === 'answer');
  let usage: Turn['usage'];
  const turns: Turn[] = [];
  for (const step of steps) {
    if (step.do === 'cost') {
      usage = { input: step.tokens?.input ?? 1_000, output: step.tokens?.output ?? 100 };
      continue;
    }
    const found = turnOf(step, step === last);
    if (found === undefined) continue;
    // Claude refuses to overwrite a file it has not read; for a new one, reading fails and does no harm.
    if (step.do === 'write' && dialect === 'claude') {
      turns.push({
        call: 'Read',
        input: { file_path: `{cwd}/${step.path}` },
        usage: { input: 100, output: 10 },
      });
    }
    turns.push(usage === undefined ? found : { ...found, usage });
    usage = undefined;
  }
  return turns;
}

function turnOf(step: Step, last: boolean): Turn | undefined {
  switch (step.do) {
    case 'write':
      return { write: step.path, text: step.text };
    case 'replace': {
      const change = `const fs=require("fs"),[p,a,b]=process.argv.slice(1);fs.writeFileSync(p,fs.readFileSync(p,"utf8").replace(a,()=>b))`;
      return { bash: quoted(['node', '-e', change, step.path, step.from, step.to]) };
    }
    case 'delete':
      return { bash: quoted(['rm', '-rf', '--', step.path]) };
    case 'run':
      return { bash: quoted(step.command) };
    case 'say':
      return last ? { say: step.text } : undefined;
    case 'answer':
      return last ? { answer: step.value } : undefined;
    case 'fail':
      return { fault: { status: step.reason === 'not_logged_in' ? 401 : 500 } };
    case 'hang':
      return { fault: 'hang' };
    default:
      return undefined;
  }
}
