import { messageOf } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { palette, type Palette } from '../io.ts';
import type { Check } from './check.ts';
import type { SecurityPoint } from './security/point.ts';

export async function run(input: Input): Promise<number> {
  const { io, json, home } = input;
  const { examine } = await import('./examine.ts');
  const { found, security } = await examine(home, !input.flag('offline'));
  const told = input.flag('fix') ? await Promise.all(found.map(repaired)) : found;
  const healthy = told.every(({ status }) => status !== 'problem');
  if (json) {
    const list = told.map(({ name, status, message, todo }) => ({ name, status, message, todo }));
    io.out(`${JSON.stringify({ schema_version: 1, ok: healthy, checks: list, security })}\n`);
  } else {
    const width = Math.max(...told.map(({ name }) => name.length));
    io.out(told.map((check) => checkText(check, width, palette(io.color))).join(''));
    if (security.length > 0)
      io.out(
        `\nSecurity, point by point:\n${security.map((row) => pointText(row, palette(io.color))).join('')}`,
      );
  }
  return healthy ? 0 : 1;
}

function pointText(
  { point, title, state, detail, fix }: SecurityPoint,
  { green, yellow, red, dim }: Palette,
): string {
  const mark = { held: green('held'), degraded: yellow('degraded'), off: red('off') }[state];
  const todo = fix === '' ? '' : `    ${dim('→')} ${fix}\n`;
  return `${String(point).padStart(2)} ${title}: ${mark}: ${detail}\n${todo}`;
}

async function repaired(check: Check): Promise<Check> {
  if (check.fix === undefined) return check;
  try {
    return { name: check.name, status: 'fixed', message: await check.fix(), todo: [] };
  } catch (error) {
    return { ...check, todo: [...check.todo, `It could not be repaired: ${messageOf(error)}`] };
  }
}

function checkText(
  { name, status, message, todo }: Check,
  width: number,
  { green, yellow, red, dim }: Palette,
): string {
  const mark = { ok: green('✓'), fixed: green('✓'), warning: yellow('!'), problem: red('✗') }[status];
  const lines = [`${mark} ${name.padEnd(width)} ${message}${status === 'fixed' ? dim(' (fixed)') : ''}`];
  return `${[...lines, ...todo.filter((text) => text !== '').map((text) => `    ${dim('→')} ${text}`)].join('\n')}\n`;
}
