import { basename, dirname, join } from 'node:path';
import { isFolder } from '../../host/fs/sync-files.ts';

/** The folders in which agents keep their transcripts. */
export interface Roots {
  claude: string[];
  codex: string[];
  gemini: string[];
  /** Where our own index goes: beside the first Claude folder's transcripts. */
  main: string;
}

export interface Homes {
  /** The person's home. */
  home: string;
  /** CLAUDE_CONFIG_DIR. */
  claude?: string | undefined;
  /** CODEX_HOME. */
  codex?: string | undefined;
  /** GEMINI_CLI_HOME: the folder that holds `.gemini`. */
  gemini?: string | undefined;
  /** AUTODEV_HOME: an agent that runs isolated has its folder below it. */
  autodev: string;
}

/** What applies without `--home`: the person's own agents and those that ran isolated for the daemon. */
export function usualRoots(homes: Homes): Roots {
  const main = homes.claude ?? join(homes.home, '.claude');
  const isolated = (agent: string) => join(homes.autodev, 'agents', agent);
  return {
    main,
    claude: [main, isolated('claude')],
    codex: [homes.codex ?? join(homes.home, '.codex'), isolated('codex')],
    gemini: [
      join(homes.gemini ?? homes.home, '.gemini'),
      isolated('gemini'),
      join(isolated('gemini'), '.gemini'),
    ],
  };
}

/**
 * `--home DIR`: another `~/.claude`. Codex and Gemini keep theirs beside it. A home that holds `.claude`
 * is understood as well.
 */
export function rootsAt(folder: string): Roots {
  const holdsAll = !isFolder(join(folder, 'projects')) && isFolder(join(folder, '.claude'));
  const main = holdsAll ? join(folder, '.claude') : folder;
  const around = holdsAll ? [folder] : basename(folder) === '.claude' ? [folder, dirname(folder)] : [folder];
  return {
    main,
    claude: [main],
    // A folder of Codex or Gemini itself is understood too: its layout cannot be mistaken.
    codex: [folder, ...around.map((place) => join(place, '.codex'))],
    gemini: [folder, ...around.map((place) => join(place, '.gemini'))],
  };
}
