import { sandboxedHost } from '../../../compose/sandboxed-host.ts';
import { trySandbox } from '../../../host/sandbox/works.ts';
import { messageOf } from '../../../work/errors.ts';
import type { Patient } from '../check.ts';
import { lookInside, type Inside } from './inside.ts';
import { degraded, held, off, type SecurityPoint, type State } from './point.ts';
import { sandboxFix } from './sandbox-fix.ts';
import * as trials from './trials.ts';
import type { Look } from './trials.ts';

/** The points of docs/security.md, in their order. */
const POINTS: readonly (readonly [title: string, trial: (look: Look) => Promise<State> | State])[] = [
  ['author gate, closed by default', ({ patient, config }) => trials.authorGate(patient, config)],
  ['no untrusted text in arguments', trials.noShell],
  ['untrusted text is fenced', ({ patient }) => trials.fenced(patient)],
  ["the agent's process holds no token", trials.noToken],
  ['a sandbox around agents and checks', trials.sandboxAround],
  ["repository-supplied agent config is not a stranger's", trials.baseOrders],
  ['every git call is hardened', trials.hardenedGit],
  ['a worktree is not left', trials.worktreeNotLeft],
  ['output is capped and scanned', trials.scannedOutput],
  ['merging needs a fresh approval of the exact commit', ({ config }) => trials.merging(config)],
  ['everything fails closed', trials.failsClosed],
  ['loops are bounded, and a stop reaches everything', trials.boundedLoops],
  [
    'local surfaces are shut',
    ({ patient, config }) => trials.surfaces(patient.home, patient.running, config),
  ],
  ['secrets are private and redacted', trials.privateSecrets],
  ['models propose, code disposes', ({ patient }) => trials.modelCommands(patient)],
];

/** Each tried on this machine with this configuration. */
export async function securityPoints(patient: Patient): Promise<SecurityPoint[]> {
  const look = await lookAt(patient);
  if (look === undefined) return [];
  const points: SecurityPoint[] = [];
  for (const [index, [title, trial]] of POINTS.entries()) {
    const state = await Promise.resolve()
      .then(() => trial(look))
      .catch((error: unknown) => degraded(`could not be tried: ${messageOf(error)}`, ''));
    points.push({ point: index + 1, title, ...state });
  }
  return points;
}

async function lookAt(patient: Patient): Promise<Look | undefined> {
  const { host, home, loaded } = patient;
  if (loaded === undefined) return undefined;
  const { config } = loaded;
  const { kind, why } = await trySandbox(host.processes, host.env);
  const fix = await sandboxFix(host.env['PATH'] ?? '');
  const rules = sandboxedHost(host, home, () => config).sandbox?.();
  const inside: Inside =
    kind === undefined || rules === undefined ? new Set() : await lookInside(host, rules);
  const without =
    config.sandbox.mode === 'off'
      ? off('sandbox.mode is off', 'Set sandbox.mode to auto or required.')
      : degraded(`there is no sandbox here${why === '' ? '' : ` (${why.split('\n')[0]})`}`, fix);
  const shut = (detail: string, ...names: string[]) => {
    if (!inside.has('ran')) return without;
    const open = names.filter((name) => inside.has(name));
    return open.length === 0 ? held(detail) : off(`possible in the sandbox: ${open.join(', ')}`, fix);
  };
  return { patient: { ...patient, loaded }, config, kind, fix, inside, shut };
}
