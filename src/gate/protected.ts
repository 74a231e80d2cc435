import { absolute, above, inside, realPlace } from './paths.ts';
import { trustedFolders } from './programs.ts';
import { STATE_FOLDER, type Held } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * In a folder of Claude Code: what a session only reads as text, or keeps of its own. Everything else decides what it
 * runs, its settings, hooks, skills, commands, agents and plugins, and the snapshot that every shell of it begins with.
 */
const TEXT_ONLY =
  '(?!CLAUDE(\\.local)?\\.md$|(plans|rules|todos|agent-memory[\\w-]*|worktrees|projects/[^/]+/memory)(/|$))';
const SETTINGS = new RegExp(`(^|/)\\.claude/${TEXT_ONLY}|(^|/)\\.claude\\.json$|(^|/)\\.mcp\\.json$`, 'i');
/** The same in a folder that CLAUDE_CONFIG_DIR names. */
const OWN_SETTINGS = new RegExp(`^${TEXT_ONLY}`, 'i');
/** What a shell reads before every command, and git, ssh, gpg, gh and rg before every command of their own. */
const START_UP =
  /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|gitconfig|npmrc|ripgreprc)$|^\.ssh(\/(?!known_hosts)|$)|^\.gnupg\/[\w-]+\.conf$|^\.config\/(git|gh|fish)(\/|$)/;
const CONFIG_START_UP = /^(git|gh|fish)(\/|$)/;
/** Where git keeps what it runs by itself. */
export const GIT_OWN = /(^|\/)\.git\/(modules\/.{0,4096})?(hooks|config|info)(\/|$|\.)|(^|\/)\.git$/i;

/** What the state file, its folder and AUTODEV_HOME are called in a refusal. */
export const STATE = 'the workflow state';

/** Why no agent may write there while a workflow runs, whatever its gates say; undefined when it may. */
export function protectedPlace(
  around: Surroundings,
  states: readonly Held[],
  path: string,
): string | undefined {
  const { look, home, configHome, autodevHome, claudeHome } = around;
  const roots = states.map(({ root }) => root);
  // One that holds the home or the project cannot be closed as a whole.
  const sessions =
    claudeHome !== undefined && ![home, ...roots].some((each) => inside(claudeHome, each))
      ? claudeHome
      : undefined;
  for (const place of new Set([path, realPlace(look, path)])) {
    if (place.toLowerCase().split('/').includes(STATE_FOLDER)) return STATE;
    if (
      inside(autodevHome, place) &&
      !states.some(({ root }) => inside(autodevHome, root) && inside(root, place))
    )
      return STATE;
    const ofSession =
      sessions !== undefined &&
      inside(sessions, place) &&
      OWN_SETTINGS.test(place.slice(sessions.length + 1));
    // A project may lie below such a folder itself.
    const root = roots.find((each) => inside(each, place)) ?? '';
    if (ofSession || SETTINGS.test(place.slice(root.length))) return 'the settings of the session';
    const steers =
      (inside(home, place) && START_UP.test(place.slice(home.length + 1))) ||
      (inside(configHome, place) && CONFIG_START_UP.test(place.slice(configHome.length + 1)));
    if (steers) return 'what runs before every command';
    if (inside(above(above(around.runFile)), place) || place === around.node) return 'the gate itself';
    if (inside('/etc', place)) return 'the settings of the system';
  }
  const folders = trustedFolders(around, roots);
  for (const place of new Set([path, realPlace(look, path)]))
    if (folders.some((folder) => inside(realPlace(look, folder), place)))
      return 'a folder that programs are started from';
  const found = look.target(path);
  for (const state of states) {
    if (realPlace(look, state.path) === realPlace(look, path)) return STATE;
    // A second name of the same file.
    const own = look.target(state.path);
    if (found?.kind === 'file' && own !== undefined && found.ino === own.ino && found.dev === own.dev)
      return STATE;
  }
  return undefined;
}

/** A path a tool was given, as an absolute one. */
export function placeOf(around: Surroundings, from: string, path: string): string {
  return absolute(from, path.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, around.home));
}
