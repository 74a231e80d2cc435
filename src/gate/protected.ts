import { absolute, above, inside, realPlace } from './paths.ts';
import { trustedFolders } from './programs.ts';
import { STATE_FOLDER, type Held } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** Files that decide what a session and its hooks do. */
const SETTINGS =
  /(^|\/)\.claude\/(settings[\w.-]*\.json|hooks(\/|$)|plugins(\/|$))|(^|\/)\.claude\.json$|(^|\/)\.mcp\.json$/;
/** The same in a folder that CLAUDE_CONFIG_DIR names. */
const OWN_SETTINGS = /^(settings[\w.-]*\.json|hooks(\/|$)|plugins(\/|$)|\.claude\.json$)/;
/** What a shell reads before every command, and git before every command of its own. */
const START_UP =
  /^\.(bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|gitconfig|npmrc)$|^\.config\/(git|fish)(\/|$)/;
/** Where git keeps what it runs by itself. */
export const GIT_OWN = /(^|\/)\.git\/(modules\/.{0,4096})?(hooks|config|info)(\/|$|\.)|(^|\/)\.git$/i;

/** Why no agent may write there while a workflow runs, whatever its gates say; undefined when it may. */
export function protectedPlace(
  around: Surroundings,
  states: readonly Held[],
  path: string,
): string | undefined {
  const { look, home, autodevHome, claudeHome } = around;
  for (const place of new Set([path, realPlace(look, path)])) {
    if (place.toLowerCase().split('/').includes(STATE_FOLDER)) return 'the workflow state';
    if (
      inside(autodevHome, place) &&
      !states.some(({ root }) => inside(autodevHome, root) && inside(root, place))
    )
      return 'the workflow state';
    const ofSession =
      claudeHome !== undefined &&
      inside(claudeHome, place) &&
      OWN_SETTINGS.test(place.slice(claudeHome.length + 1));
    if (ofSession || SETTINGS.test(place)) return 'the settings of the session';
    if (inside(home, place) && START_UP.test(place.slice(home.length + 1)))
      return 'what runs before every command';
    if (inside(above(above(around.runFile)), place) || place === around.node) return 'the gate itself';
    if (inside('/etc', place)) return 'the settings of the system';
  }
  const roots = states.map(({ root }) => root);
  const folders = trustedFolders(around, roots);
  for (const place of new Set([path, realPlace(look, path)]))
    if (folders.some((folder) => inside(realPlace(look, folder), place)))
      return 'a folder that programs are started from';
  const found = look.target(path);
  for (const state of states) {
    if (realPlace(look, state.path) === realPlace(look, path)) return 'the workflow state';
    // A second name of the same file.
    const own = look.target(state.path);
    if (found?.kind === 'file' && own !== undefined && found.ino === own.ino && found.dev === own.dev)
      return 'the workflow state';
  }
  return undefined;
}

/** A path a tool was given, as an absolute one. */
export function placeOf(around: Surroundings, from: string, path: string): string {
  return absolute(from, path.replace(/^file:\/\//, '').replace(/^~(?=\/|$)/, around.home));
}
