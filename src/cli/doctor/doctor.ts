import { childEnvironment } from '../../config/environment.ts';
import { lockHolder } from '../../daemon/lock.ts';
import { openHost } from '../../host/host.ts';
import { messageOf } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { palette, type Palette } from '../io.ts';
import { checkAgents } from './agents.ts';
import type { Check, Patient } from './check.ts';
import { checkConfiguration } from './configuration.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkLogin } from './login.ts';
import { checkMachine } from './machine.ts';
import { checkGate, checkSandbox } from './sandbox.ts';
import { checkScript } from './script.ts';
import type { SecurityPoint } from './security/point.ts';
import { securityPoints } from './security/points.ts';
import { checkStore } from './store.ts';
import { wantedAgents } from './wanted-agents.ts';
import { checkWebhook } from './webhook.ts';

export async function run(input: Input): Promise<number> {
  const { io, json, home } = input;
  const host = openHost({ env: childEnvironment() });
  const { loaded, checks } = await checkConfiguration(home);
  const running = (await lockHolder(home)) !== undefined;
  const patient: Patient = { home, host, loaded, running, online: !input.flag('offline') };
  const found: Check[] = [
    ...(await checkMachine(patient)),
    ...checks,
    await checkStore(patient),
    ...(await checkLogin(patient)),
    ...(loaded === undefined ? [] : await checkAgents(host, wantedAgents(loaded, home))),
    ...(loaded === undefined ? [] : await checkScript(loaded)),
    await checkSandbox(patient),
    await checkGate(patient),
    ...(await checkWebhook(patient)),
    ...(await checkLeftovers(patient)),
  ];
  const security = await securityPoints(patient);
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
