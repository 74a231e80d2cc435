import type { LookUp } from '../host/fs/look-up.ts';
import type { Held } from './state.ts';

/**
 * What a sandbox can do here. `works`: a closed gate holds by construction. `inside`: we are in one already, which
 * holds it. `none`: only reading the command is left, and the gate is advisory.
 */
export type SandboxHere = 'works' | 'inside' | 'none';

/** What the gate knows of where it runs. */
export interface Surroundings {
  look: LookUp;
  /** Where the process stands, used when the call names no folder. */
  cwd: string;
  home: string;
  autodevHome: string;
  /** Where programs keep their settings (XDG_CONFIG_HOME). */
  configHome: string;
  /** Whether the environment makes this program read, or run, something else than it is told. */
  isSteered: (program: string) => boolean;
  /** Where Claude Code keeps its settings, if not in the home. */
  claudeHome?: string | undefined;
  /** The project the session was started in. */
  project?: string | undefined;
  path: string;
  /** The program that runs this. */
  node: string;
  /** The file that runs a command in the sandbox, where no `autodev` is on the path. */
  runFile: string;
  sandbox: (states: readonly Held[]) => SandboxHere;
  /** Tools of MCP servers that the config lets through while a gate is closed; `*` stands for anything. */
  mcpTools: () => readonly string[];
}

/** Why a call may not be made; a command to run in the place of its own; or null, when it may be made as it is. */
export type Answer = string | { instead: string } | null;

/** A tool call as Claude Code sends it to a PreToolUse hook. */
export interface Call {
  cwd?: string;
  tool_name?: string;
  tool_input?: Record<string, unknown>;
}
