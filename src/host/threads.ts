import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Threads that share a list of jobs with the thread that started them: whoever is free takes the next.
 * Results come back in bundles; a thread that is far ahead of the taker waits, so that memory stays bounded.
 */
export interface Crew<Result> {
  /** Takes the number of the next job for the caller itself; undefined when all are taken. */
  claim(): number | undefined;
  /** Bundles that have arrived. */
  arrived(): Result[][];
  /** Waits until something arrives or every thread has ended; false when nothing more will come. */
  more(): Promise<boolean>;
  /** Lets arrived messages and signals in. */
  breathe(): Promise<void>;
  stop(): Promise<void>;
}

interface Shared<Job> {
  jobs: readonly Job[];
  counters: Int32Array; // [next job, bundles on the way]
}

const AHEAD = 8;

export function cores(): number {
  return availableParallelism();
}

/** `script` is a module that calls `serveJobs`. With no threads the caller does all jobs itself. */
export function startCrew<Job, Result>(script: URL, jobs: readonly Job[], threads: number): Crew<Result> {
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const waiting: Result[][] = [];
  let failure: Error | undefined;
  let wake = () => {};
  let running = threads;
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(script, {
      workerData: { jobs, counters } satisfies Shared<Job>,
      // Flags of this process (`--input-type`, `--test` …) mean nothing to a thread and may stop it.
      execArgv: [],
    });
    worker.on('message', (bundle: Result[]) => {
      waiting.push(bundle);
      wake();
    });
    worker.on('error', (error: Error) => {
      failure ??= error;
      wake();
    });
    worker.on('exit', () => {
      running -= 1;
      wake();
    });
    return worker;
  });
  return {
    claim: () => {
      const job = Atomics.add(counters, 0, 1);
      return job < jobs.length ? job : undefined;
    },
    arrived: () => {
      if (failure !== undefined) throw failure;
      const bundles = waiting.splice(0);
      if (bundles.length > 0) {
        Atomics.sub(counters, 1, bundles.length);
        Atomics.notify(counters, 1);
      }
      return bundles;
    },
    more: async () => {
      const idle = () => waiting.length === 0 && running > 0 && failure === undefined;
      while (idle())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return waiting.length > 0 || failure !== undefined;
    },
    breathe: () => new Promise((resolve) => void setImmediate(resolve)),
    stop: async () => {
      Atomics.store(counters, 0, jobs.length);
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** The other side: does jobs until there are none. */
export function serveJobs<Job, Result>(work: (job: Job, number: number) => Result, bundleSize: number): void {
  if (isMainThread || parentPort === null) return;
  const { jobs, counters } = workerData as Shared<Job>;
  let bundle: Result[] = [];
  const send = () => {
    if (bundle.length === 0) return;
    Atomics.add(counters, 1, 1);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(bundle);
    bundle = [];
    for (let ahead = Atomics.load(counters, 1); ahead > AHEAD; ahead = Atomics.load(counters, 1))
      Atomics.wait(counters, 1, ahead, 1_000);
  };
  for (;;) {
    const number = Atomics.add(counters, 0, 1);
    const job = jobs[number];
    if (job === undefined) break;
    bundle.push(work(job, number));
    if (bundle.length >= bundleSize) send();
  }
  send();
}
