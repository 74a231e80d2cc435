import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
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

/**
 * Jobs done by threads that are told one at a time; their answers, in the order of the jobs. Whoever asks for no more of
 * them ends the threads. `script` is a module that calls `answerJobs`.
 */
export async function* answersOf<Job, Answer>(
  script: URL,
  jobs: { count: number; at: (index: number) => Job },
  threads: number,
): AsyncGenerator<Answer, void, undefined> {
  const answers = new Map<number, PromiseWithResolvers<Answer>>();
  const answerTo = (index: number) => {
    const known = answers.get(index) ?? Promise.withResolvers<Answer>();
    answers.set(index, known);
    return known;
  };
  let next = 0;
  const workers = Array.from({ length: Math.min(threads, jobs.count) }, () => {
    const worker = new Worker(script, { execArgv: [] });
    let index = 0;
    const give = () => {
      index = next;
      next += 1;
      if (index < jobs.count) worker.postMessage({ job: jobs.at(index) }, []);
      else void worker.terminate();
    };
    worker.on('message', (answer: Answer) => {
      answerTo(index).resolve(answer);
      give();
    });
    worker.on('error', (cause: Error) => {
      const { promise, reject } = answerTo(index);
      // It is seen when its turn comes.
      void promise.catch(() => {});
      reject(cause);
    });
    give();
    return worker;
  });
  try {
    for (let index = 0; index < jobs.count; index += 1) {
      yield await answerTo(index).promise;
      answers.delete(index);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The other side: answers each job it is told of. A job that fails ends its thread, and whoever waits for it hears why. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Promise<Answer>): void {
  parentPort?.on('message', ({ job }: { job: Job }) => {
    void answer(job).then((answered) => parentPort?.postMessage(answered, []));
  });
}
