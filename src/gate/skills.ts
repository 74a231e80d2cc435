import type { LookUp } from '../host/fs/look-up.ts';
import { above } from './paths.ts';
import type { Held } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** Commands in the text of a skill: Claude Code 2.1.197 runs them itself, past every hook and outside every sandbox. */
const RUNS = /(^|\s)!`|^```!/m;
/** Hooks that a skill brings with it. */
const HOOKS = /^---\n(?:.*\n){0,200}?hooks:/;
const NAME = /^(?:([\w.-]+):)?([\w.-]+)$/;

/**
 * A skill runs outside the sandbox what its text says. While a gate is closed only those pass whose text lies where no
 * agent can write, and runs nothing; with open gates those that are not seen to run something.
 */
export function judgeSkill(
  around: Surroundings,
  given: Record<string, unknown>,
  states: readonly Held[],
): string | null {
  const said =
    [given['skill'], given['command'], given['name']].find((word) => typeof word === 'string') ?? '';
  const [, plugin, name = ''] = NAME.exec(String(said).replace(/^\//, '').trim()) ?? [];
  const texts = name === '' ? [] : textsOf(around, plugin, name, states);
  const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
  if (texts.some((text) => RUNS.test(text) || HOOKS.test(text)))
    return `a skill whose text runs commands, which no gate would see${why ? `: ${why}` : ''}. Read its file and do what it says, step by step`;
  if (why === undefined || texts.length > 0) return null;
  return `a skill whose text was not found, and which could run commands: ${why}. Read its file and do what it says, step by step`;
}

function textsOf(
  around: Surroundings,
  plugin: string | undefined,
  name: string,
  states: readonly Held[],
): string[] {
  const { look, home, claudeHome, runFile } = around;
  const own = above(above(runFile));
  const folders =
    plugin === undefined
      ? [...states.map(({ root }) => `${root}/.claude`), claudeHome ?? `${home}/.claude`]
      : [...installedPlugins(look, claudeHome ?? `${home}/.claude`, plugin), ...pluginAt(look, own, plugin)];
  return folders
    .flatMap((folder) => [`${folder}/skills/${name}/SKILL.md`, `${folder}/commands/${name}.md`])
    .map((file) => (look.target(file)?.kind === 'file' ? look.text(file) : undefined))
    .filter((text) => typeof text === 'string');
}

/** Where Claude Code keeps a plugin, from its own list. */
function installedPlugins(look: LookUp, claudeHome: string, plugin: string): string[] {
  const text = look.text(`${claudeHome}/plugins/installed_plugins.json`);
  if (typeof text !== 'string') return [];
  try {
    const { plugins = {} } = JSON.parse(text) as { plugins?: Record<string, unknown> };
    return Object.entries(plugins)
      .filter(([name]) => name.split('@')[0] === plugin)
      .flatMap(([, installed]) => (Array.isArray(installed) ? installed : [installed]) as unknown[])
      .map((one) => (one as { installPath?: unknown } | null)?.installPath)
      .filter((path) => typeof path === 'string');
  } catch {
    return [];
  }
}

/** The plugin that this hook is of. */
function pluginAt(look: LookUp, folder: string, plugin: string): string[] {
  const text = look.text(`${folder}/.claude-plugin/plugin.json`);
  return typeof text === 'string' && text.includes(`"${plugin}"`) ? [folder] : [];
}
