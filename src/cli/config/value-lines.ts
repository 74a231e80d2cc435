import type { Explained } from '../../config/repo/settle-repo.ts';
import { cutTo, displayWidth, padEnd } from '../../render/width.ts';
import { palette, type Io } from '../io.ts';

/** One line per value: key, value, where it comes from. Long values are cut on a terminal only. */
export function valueLines(values: readonly Explained[], io: Pick<Io, 'color' | 'outIsTerminal'>): string {
  const { bold, dim } = palette(io.color);
  const shown = values.map(({ key, value, origin }) => ({
    key,
    text: cut(JSON.stringify(value), io),
    origin,
  }));
  const width = (texts: readonly string[], most: number) =>
    Math.min(most, Math.max(0, ...texts.map(displayWidth)));
  const keys = width(
    shown.map(({ key }) => key),
    48,
  );
  const texts = width(
    shown.map(({ text }) => text),
    40,
  );
  return shown
    .map(({ key, text, origin }) => `${bold(padEnd(key, keys))}  ${padEnd(text, texts)}  ${dim(origin)}\n`)
    .join('');
}

function cut(text: string, { outIsTerminal }: Pick<Io, 'outIsTerminal'>): string {
  return outIsTerminal ? cutTo(text, 40) : text;
}
