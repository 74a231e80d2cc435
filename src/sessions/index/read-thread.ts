import { serveJobs } from '../../host/threads.ts';
import { jobReader } from './read-job.ts';

// The body of a reading thread; see read-all.ts.
serveJobs(jobReader(), 16);
