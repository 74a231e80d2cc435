import { answer, APPROVED, CODE, cost, TEST, write } from './pdca-world.ts';

/** Rules for runs whose CHECK is red: DO lets nothing red through, so the fix of a rejection at its gate breaks it. */
export const rejects = (times: number) => ({
  when: { role: 'architect', schema: 'gate' },
  times,
  steps: [cost, answer({ ...APPROVED, verdict: 'REJECT', domain: 'logic', reasons: ['again'] })],
});
export const rejectsOnce = rejects(1);

type File = readonly [path: string, text: string];

/** One fix after the other. */
export const fixes = (...files: File[]) =>
  files.map(([path, text]) => ({
    when: { role: 'executor', schema: 'fix' },
    times: 1,
    steps: [cost, write(path, text), answer({ summary: 'mended', files_changed: [path] })],
  }));

export const leaves = (word: string): File => [
  CODE.path,
  `export const leave = (name: string): string => \`${word} \${name}\`;\n`,
];

/** The test of `leave` under another name, expecting this. */
export const testOf = (name: string, expected = 'bye a'): File => [
  TEST.path,
  TEST.text.replace("'leaves'", `'${name}'`).replace("'bye a'", `'${expected}'`),
];
