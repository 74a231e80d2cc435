import type { Script } from '../../src/agents/scripted/script.ts';
import { answer, APPROVE, IMPLEMENT } from './flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const named = (prompt: string, what: string) =>
  [...prompt.matchAll(new RegExp(`^${what} (\\S+) by`, 'gm'))].map(([, id]) => ({
    id,
    done: true,
    text: 'so',
  }));

/** One issue through review, a person's remarks and question, and a red check: every kind of session once or twice. */
export const LOOP_SCRIPT: Script = [
  { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
  { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'one\ntwo\n' }] },
  { when: /Review pull request/, steps: [cost, APPROVE] },
  {
    when: /People asked questions/,
    steps: ({ prompt }) => [cost, answer({ answers: named(prompt, 'Question') })],
  },
  {
    when: /Improve pull request.*expected two/s,
    steps: [cost, { do: 'write', path: 'b.txt', text: 'fixed\n' }],
  },
  {
    when: /Improve pull request/,
    steps: ({ prompt }) => [
      cost,
      { do: 'write', path: 'a.txt', text: 'better\n' },
      answer({ summary: '', answers: named(prompt, 'Remark') }),
    ],
  },
];
