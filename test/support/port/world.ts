import type { ChildProcess } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../../src/store/store.ts';
import type { RecordedEvent } from '../../../src/work/events.ts';
import { workId, type WorkId } from '../../../src/work/ids.ts';
import { startProgram, until, type Running } from '../cli-world.ts';
import { linesIn, type Age, type Line } from './flow.ts';
import type { PortProcessOptions } from './process.ts';

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));

/** What keeps the work and delivers it: one machine's own store, or the database of many. */
export interface Backend extends AsyncDisposable {
  repo: string;
  path: string;
  /** Another process goes on with what a silent one has. On one machine it waits for that one to come back. */
  takesOver: boolean;
  /** What is started so that work is done, beside each other: as whom, and in which home. */
  members(who: string): Promise<{ as: PortProcessOptions['as']; home: string }[]>;
  store(): Promise<Store>;
  schemaVersion: { get(): Promise<number>; set(version: number): Promise<void> };
}

export interface PortWorld extends AsyncDisposable {
  backend: Backend;
  /** Who can do the work, started under a name; ready once it says so. The last of the processes is the one that works. */
  start(who: string, age?: Age): Promise<Running>;
  /** The same, without waiting: it may well refuse. */
  launch(who: string, age?: Age): Promise<Running[]>;
  submit(number: number, title?: string): WorkId;
  hold(who: string, number: number, step: string): { release(): void };
  lines(): Line[];
  /** Waits until a line is there. */
  seen(line: Partial<Line>): Promise<Line>;
  finished(work: WorkId): Promise<void>;
  events(work: WorkId): Promise<RecordedEvent[]>;
}

export async function openPortWorld(backend: Backend): Promise<PortWorld> {
  const folder = join(backend.path, 'play');
  await mkdir(folder);
  const alive = new Set<ChildProcess>();
  const launch = async (who: string, age: Age = 'older') =>
    (await backend.members(who)).map(({ as, home }) =>
      startProgram({ cwd: backend.path, home, alive, main: PROCESS }, [
        JSON.stringify({ as, home, folder, who, age } satisfies PortProcessOptions),
      ]),
    );
  const asked = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await backend.store();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  const matches = (wanted: Partial<Line>) => (line: Line) =>
    Object.entries(wanted).every(([name, value]) => line[name as keyof Line] === value);
  return {
    backend,
    launch,
    start: async (who, age) => {
      const started = await launch(who, age);
      const works = started.at(-1);
      if (works === undefined) throw new Error('nobody works');
      await until(() => {
        if (works.child.exitCode !== null) throw new Error(`${who} ended: ${works.said().err}`);
        return works.said().out.includes('ready');
      });
      return works;
    },
    submit: (number, title = 'play') => {
      writeFileSync(join(folder, `item ${number}`), title);
      return workId('play', backend.repo, number);
    },
    hold: (who, number, step) => {
      const file = join(folder, `hold ${who} ${number} ${step}`);
      writeFileSync(file, '');
      return { release: () => rmSync(file, { force: true }) };
    },
    lines: () => linesIn(folder),
    seen: (wanted) => until(() => linesIn(folder).find(matches(wanted))),
    finished: async (work) => {
      await until(
        async () =>
          existsSync(join(folder, 'lines')) &&
          (await asked(({ events }) => events.latest(work, 'item.left')))?.outcome === 'done',
      );
    },
    events: (work) => asked(({ events }) => events.ofWork(work, 1_000)),
    [Symbol.asyncDispose]: async () => {
      for (const child of alive) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
      }
      await until(() => alive.size === 0);
      await backend[Symbol.asyncDispose]();
    },
  };
}
