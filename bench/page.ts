import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, Measured } from './measure.ts';

const here = dirname(fileURLToPath(import.meta.url));
const KEPT = join(here, 'measured.json');
const PAGE = join(here, '..', 'docs', 'performance.md');
const NOTES = join(here, 'notes.md');

/** What one bench said, and what else the machine did meanwhile: numbers from a busy one are worth less. */
interface Kept {
  at: string;
  node: string;
  cores: number;
  load: number;
  jobs: readonly Job[];
}

type AllKept = Record<string, Kept>;

function readKept(): AllKept {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8')) as AllKept;
  } catch {
    return {};
  }
}

export function keepMeasured(name: string, jobs: readonly Job[]): void {
  const cores = availableParallelism();
  const [load = 0] = loadavg();
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const kept: AllKept = {
    ...readKept(),
    [name]: { at, node: process.version, cores, load: Number(load.toFixed(1)), jobs: [...jobs] },
  };
  const sorted = Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => a.localeCompare(b)));
  writeFileSync(KEPT, `${JSON.stringify(sorted, null, 1)}\n`);
}

/** docs/performance.md: goals first, then every measurement, then what was found out about the misses. */
export function writePage(names: readonly string[]): void {
  const kept = readKept();
  const benches = names.flatMap((name) => (kept[name] === undefined ? [] : [{ name, ...kept[name] }]));
  const waiting = names.filter((name) => kept[name] === undefined);
  const lines = [
    '# Performance',
    '',
    'Made by `npm run bench -- --report`; `npm run bench -- --report hook` measures one job again and keeps the rest.',
    'Times on a shared machine mean little, **ratios within one run** do: floor, peers and ours are measured in turn, from data that is generated with a fixed seed, and the best of several rounds counts.',
    '',
    `Measured on ${cpus()[0]?.model ?? 'a processor'} with the cores, the Node and the load that each section names. A load above the number of cores means that the machine did other work at the same time; such numbers, misses among them, are to be taken as no better than they look.`,
    '',
    '## Goals',
    '',
    '| bench | job | goal | measured | |',
    '| --- | --- | --- | --- | --- |',
    ...benches.flatMap(({ name, jobs }) =>
      jobs.flatMap(({ job, goals }) =>
        goals.map(
          ({ text, measured, met }) =>
            `| \`${name}\` | ${cell(job)} | ${cell(text)} | ${cell(measured)} | ${met ? 'met' : '**missed**'} |`,
        ),
      ),
    ),
    ...(waiting.length === 0 ? [] : ['', `Not measured for this page yet: ${waiting.join(', ')}.`]),
    '',
    '## Measurements',
    ...benches.flatMap(({ name, at, node, cores, load, jobs }) => [
      '',
      `### ${name}`,
      '',
      `${at} UTC, Node ${node}, ${cores} cores, load ${load} (${load > cores ? 'busy' : 'quiet'}).`,
      ...jobs.flatMap(table),
    ]),
    '',
    readFileSync(NOTES, 'utf8').trim(),
    '',
  ];
  writeFileSync(PAGE, lines.join('\n'));
}

function table({ job, measured }: Job): string[] {
  const base = measured.find(({ as }) => as === 'floor') ?? measured[0];
  if (base === undefined) return [];
  return [
    '',
    `**${cell(job)}**`,
    '',
    '| | | best | median | ratio |',
    '| --- | --- | ---: | ---: | ---: |',
    ...measured.map(
      (row) =>
        `| ${row.as} | ${cell(row.name)} | ${row.bestMs.toFixed(2)} ms | ${row.medianMs.toFixed(2)} ms | ${ratio(row, base)} |`,
    ),
  ];
}

const ratio = (row: Measured, base: Measured) => `${(row.bestMs / base.bestMs).toFixed(2)} ×`;
const cell = (text: string) => text.replaceAll('|', '\\|');
