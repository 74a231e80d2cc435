import { readEnvironment, userHome } from '../../config/environment.ts';
import { usualRoots, type Roots } from '../../sessions/locate/roots.ts';

/** Where agents of this person, and those that ran isolated for the daemon, keep their transcripts. */
export function transcriptRoots(home: string, env = readEnvironment()): Roots {
  return usualRoots({
    home: userHome(env),
    claude: env['CLAUDE_CONFIG_DIR'] || undefined,
    codex: env['CODEX_HOME'] || undefined,
    gemini: env['GEMINI_CLI_HOME'] || undefined,
    autodev: home,
  });
}
