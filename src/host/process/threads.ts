import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { yieldToEventLoop } from '../clock.ts';

/**
 * Threads that share a list of jobs with the thread that started them: whoever is free takes the next.
 * What a job makes stays in its thread (in a file, say); only that it is done comes back.
 */
export interface WorkerPool {
  /** Takes the next job for the caller itself; undefined when all are taken. */
  claim: () => number | undefined;
  /** How many jobs the threads have finished so far. */
  finished: () => number;
  yieldToEventLoop: () => Promise<void>;
  /** Waits for the threads to end by themselves; throws what one of them threw. */
  join: () => Promise<void>;
  /** Ends them at once. */
  stop: () => Promise<void>;
}

interface Shared<Job, Common> {
  jobs: readonly Job[];
  common: Common;
  number: number;
  counters: Int32Array; // [next job, finished by threads]
}

/** `script` is a module that calls `serveJobs`. With no threads the caller does all jobs itself. */
export function startWorkers<Job, Common>(
  script: URL,
  jobs: readonly Job[],
  common: Common,
  threads: number,
): WorkerPool {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const workers = Array.from({ length: threads }, (_, number) => {
    const worker = new Worker(script, {
      workerData: { jobs, common, number, counters } satisfies Shared<Job, Common>,
      // Flags of this process (`--input-type`, `--test` …) mean nothing to a thread and may stop it.
      execArgv: [],
    });
    const ended = new Promise<Error | undefined>((resolve) => {
      worker.once('error', (error: Error) => resolve(error));
      worker.once('exit', () => resolve(undefined));
    });
    return { worker, ended };
  });
  return {
    claim: () => {
      const job = Atomics.add(counters, 0, 1);
      return job < jobs.length ? job : undefined;
    },
    finished: () => Atomics.load(counters, 1),
    yieldToEventLoop,
    join: async () => {
      for (const { ended } of workers) {
        const error = await ended;
        if (error !== undefined) throw error;
      }
    },
    stop: async () => {
      Atomics.store(counters, 0, jobs.length);
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}

export interface WorkerJobs<Job> {
  work: (job: Job) => void;
  /** After the last job. */
  end: () => void;
}

/** The other side: does jobs until there are none. */
export function serveJobs<Job, Common>(begin: (common: Common, number: number) => WorkerJobs<Job>): void {
  if (isMainThread) return;
  const { jobs, common, number, counters } = workerData as Shared<Job, Common>;
  const { work, end } = begin(common, number);
  for (;;) {
    const job = jobs[Atomics.add(counters, 0, 1)];
    if (job === undefined) break;
    work(job);
    Atomics.add(counters, 1, 1);
  }
  end();
}
