import { openProgram, parsedConfig, type Program } from '../compose/program.ts';
import type { Host } from '../host/host.ts';
import { DEMO_SCRIPT } from './script.ts';

/** Who does the demo's work: a daemon alone, or a coordinator and its workers. */
export interface Runtime {
  readonly program: Program;
  /** Where worktrees may lie. */
  readonly workspaces: readonly string[];
  /** Works until told to stop, then ends everything that it started. */
  run(stop: AbortSignal): Promise<void>;
  /** Sessions are left no time. */
  stopNow(): void;
  /** Who works on what at this moment, by work id; empty for a daemon alone. */
  working(): Promise<ReadonlyMap<string, string>>;
}

export async function daemonAlone(at: {
  home: string;
  host: Host;
  config: string;
  workspaces: string;
}): Promise<Runtime> {
  const { home, host } = at;
  const parsed = parsedConfig(at.config, home);
  const program = await openProgram({ home, host, parsed, script: DEMO_SCRIPT });
  return {
    program,
    workspaces: [at.workspaces],
    run: async (stop) => {
      try {
        await program.daemon.run(stop);
      } finally {
        await program.close();
      }
    },
    stopNow: () => program.daemon.stopNow(),
    working: async () => new Map(),
  };
}
