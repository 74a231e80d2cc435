import { cores, startCrew } from '../../host/threads.ts';
import { jobReader, type ReadDone, type ReadJob } from './read-job.ts';

/** Below this a thread costs more than it saves. */
const WORTH_A_THREAD = 24 * 1024 * 1024;
const MOST_THREADS = 3;

/** Reads every job, on several threads when there is much to read, and gives each result to `take` in turn. */
export async function readAll(
  jobs: readonly ReadJob[],
  take: (job: ReadJob, done: ReadDone) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bytes = jobs.reduce((sum, { file, before }) => sum + file.stamp.size - (before?.offset ?? 0), 0);
  const threads = Math.min(MOST_THREADS, cores() - 1, Math.floor(bytes / WORTH_A_THREAD));
  const script = new URL(
    import.meta.url.endsWith('.ts') ? 'read-thread.ts' : 'read-thread.js',
    import.meta.url,
  );
  const crew = startCrew<ReadJob, ReadDone>(script, jobs, Math.max(0, threads));
  const read = jobReader();
  const takeArrived = () => {
    for (const bundle of crew.arrived()) for (const done of bundle) take(jobs[done.job] as ReadJob, done);
  };
  try {
    let sinceBreath = 0;
    for (let number = crew.claim(); number !== undefined; number = crew.claim()) {
      const job = jobs[number] as ReadJob;
      take(job, read(job, number));
      sinceBreath += job.file.stamp.size;
      if (sinceBreath < 1024 * 1024) continue;
      sinceBreath = 0;
      await crew.breathe();
      signal?.throwIfAborted();
      takeArrived();
    }
    while (await crew.more()) {
      signal?.throwIfAborted();
      takeArrived();
    }
  } finally {
    await crew.stop();
  }
}
