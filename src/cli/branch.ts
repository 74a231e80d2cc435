import type { Command } from './command.ts';
import { ROOT } from './root.ts';

type Branch = () => Promise<readonly Command[]>;

const daemon: Branch = async () => (await import('./daemon/tree.ts')).DAEMON;

const BRANCHES: Readonly<Record<string, Branch>> = {
  audit: async () => [(await import('./audit/tree.ts')).AUDIT],
  auto: async () => [(await import('./auto/tree.ts')).AUTO],
  cluster: async () => [(await import('./cluster/tree.ts')).CLUSTER],
  config: async () => [(await import('./config/tree.ts')).CONFIG],
  dashboard: async () => [(await import('./dashboard/tree.ts')).DASHBOARD],
  demo: async () => [(await import('./demo/tree.ts')).DEMO],
  develop: async () => [(await import('./develop/tree.ts')).DEVELOP],
  doctor: async () => [(await import('./doctor/tree.ts')).DOCTOR],
  forge: async () => [(await import('./forge/tree.ts')).FORGE],
  hook: async () => [(await import('./hook/tree.ts')).HOOK],
  init: async () => [(await import('./init/tree.ts')).INIT],
  plugins: async () => [(await import('./plugins/tree.ts')).PLUGINS],
  repo: async () => [(await import('./repo/tree.ts')).REPO],
  report: async () => [(await import('./report/tree.ts')).REPORT],
  service: async () => [(await import('./service/tree.ts')).SERVICE],
  sessions: async () => [(await import('./sessions/tree.ts')).SESSIONS],
  sim: async () => [(await import('./sim/tree.ts')).SIM],
  spec: async () => [(await import('./spec/tree.ts')).SPEC],
  worker: async () => [(await import('./cluster/tree.ts')).WORKER],
  answer: daemon,
  approve: daemon,
  cancel: daemon,
  costs: daemon,
  list: daemon,
  logs: daemon,
  pause: daemon,
  restart: daemon,
  resume: daemon,
  retry: daemon,
  start: daemon,
  status: daemon,
  stop: daemon,
  why: daemon,
};

/**
 * The command line with only the branch that the first word names: the descriptions of all the others are a third of
 * the start of Node. Undefined where the whole tree is wanted: for help, completion and words that are no command.
 */
export async function branchOf(word: string | undefined): Promise<Command | undefined> {
  if (word === undefined || !Object.hasOwn(BRANCHES, word)) return undefined;
  const children = await BRANCHES[word]?.();
  return children === undefined ? undefined : { ...ROOT, children };
}
