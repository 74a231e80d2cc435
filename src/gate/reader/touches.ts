import { inside, nameOf, realPlace } from '../paths.ts';
import { STATE_FOLDER } from '../state.ts';
import type { Context } from './context.ts';
import { PATH_CAP, type Files } from './files.ts';
import { globMatches, mayNameState } from './globs.ts';
import { MENTIONS_STATE } from './mentions.ts';
import { CRAFTED, UNKNOWN, literal, type Word } from './word.ts';

const BRACES_CAP = 1_000;

/** Whether a word may be the workflow's state, or with `over` a folder that holds it. */
export function touchesState(ctx: Context, w: Word, over = false): boolean {
  const { files } = ctx;
  if (w.text === '' || w.text.length > PATH_CAP) return false;
  if (!files.spend()) return true;
  // Names that come from a listing of the files around the state may be its own.
  if (ctx.reach && w.doubt > 0) return true;
  const choices = w.doubt > 0 && w.raw.includes('{') ? bracesOf(w) : undefined;
  if (choices !== undefined) return choices.some((choice) => touchesState(ctx, choice, over));
  // Of a folder that is not known, only a name that says so is the state.
  if (files.lost && !w.text.startsWith('/') && globMatches(nameOf(w.text), 'state.json')) return true;
  if (w.doubt > 0 && mayNameState(w.text)) return true;
  if (w.doubt > 0 && !MENTIONS_STATE.test(w.text)) return false;
  const value = w.text.replace(/^-{0,2}[\w-]*=|^-[a-zA-Z]+(?=[./])/, '');
  if (/(^|[/\0])\.develop-workflow/i.test(value)) return true;
  const isPattern = w.glob && !w.quoted;
  return files.folders.some((from) => isStatePath(files, files.place(value, from), isPattern, over));
}

export function anyTouchesState(ctx: Context, words: readonly Word[]): boolean {
  return words.some((w) => touchesState(ctx, w));
}

/** The folder a command goes to. */
export function enterFolder(ctx: Context, w: Word): void {
  ctx.files.enter(w.doubt === 0 && w.glob && touchesState(ctx, w) ? literal(STATE_FOLDER) : w);
}

/** The words that `a{b,c}d` becomes. */
function bracesOf(w: Word): Word[] | undefined {
  const [, before = '', inner, behind = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(w.text) ?? [];
  if (inner?.includes(',') !== true || w.text.length >= BRACES_CAP) return undefined;
  const doubt = behind.includes('{') ? CRAFTED : w.text.includes(UNKNOWN) ? 1 : 0;
  return inner.split(',').map((part) => ({ ...w, text: before + part + behind, doubt }));
}

/** Whether a path, or a pattern of paths, is the state, also by way of a link or a second name. */
function isStatePath(files: Files, path: string, isPattern: boolean, over: boolean): boolean {
  const { look, states, autodevHome } = files;
  const named = (place: string) => place.toLowerCase().split('/').includes(STATE_FOLDER);
  if (named(path) || inside(`${autodevHome}/develop`, path)) return true;
  if (over && states.some((state) => holds(files, path, `${state.root}/${STATE_FOLDER}`))) return true;
  if (isPattern) return states.some((state) => patternHits(path, state.path, over));
  const target = realPlace(look, path);
  if (named(target)) return true;
  const found = look.target(path);
  return states.some((state) => {
    if (target === realPlace(look, state.path)) return true;
    const own = look.target(state.path);
    return found?.kind === 'file' && own?.ino === found.ino && own.dev === found.dev;
  });
}

function holds({ look }: Files, path: string, folder: string): boolean {
  return inside(path, folder) || inside(realPlace(look, path), realPlace(look, folder));
}

function patternHits(path: string, statePath: string, over: boolean): boolean {
  const pattern = path.split('/');
  const wanted = statePath.split('/');
  const hits =
    pattern.length <= wanted.length && pattern.every((part, k) => globMatches(part, wanted[k] ?? ''));
  return hits && (over || pattern.length >= wanted.length - 1);
}
