import { hookEnvironment } from '../../config/hook-environment.ts';
import { lookUp } from '../../host/fs/look-up.ts';
import { standing, writeStandardOutput } from '../../host/process/standard-streams.ts';
import { surroundings } from '../here.ts';
import { findStates, readState, type Held } from '../state.ts';
import { runWords } from '../programs.ts';
import type { Surroundings } from '../surroundings.ts';
import { quoted } from '../shell/ready-line.ts';

// SessionStart: tells a new, resumed or compacted session where the work stands. What the state file holds is
// data: it is printed as quoted text, cut and without control characters, and never handed to a shell.

const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const data = (value: unknown, cap: number) =>
  JSON.stringify(String(value).replace(HIDDEN, ' ').slice(0, cap));

export function tellSession(folder: string): void {
  try {
    const env = hookEnvironment();
    const around = surroundings(lookUp, env, standing(env['PWD'] || '/'), `${folder}/develop-run.cjs`);
    const folders = [around.cwd, around.project].filter(
      (at) => typeof at === 'string' && at !== '',
    ) as string[];
    const paths = findStates(lookUp, folders);
    if (paths.length > 0) writeStandardOutput(`${paths.map((path) => describe(around, path)).join('\n')}\n`);
  } catch (error) {
    writeStandardOutput(
      `develop-workflow: the state could not be read (${error instanceof Error ? error.message : 'unknown error'}).\n`,
    );
  }
}

interface Told {
  feature?: unknown;
  gates: Record<string, unknown>;
  checkpoints?: Record<string, { status?: unknown; iteration?: unknown } | null>;
}

function describe(around: Surroundings, path: string): string {
  const seen = readState(lookUp, path);
  if (seen.broken !== undefined)
    return `develop-workflow: ${seen.broken}. Tell the user; \`autodev develop status\` says what is wrong.`;
  const text = lookUp.text(path);
  const state = JSON.parse(typeof text === 'string' ? text.replace(/^\uFEFF/, '') : '') as Told;
  const gates = ['review_clean_pass', 'architect_verified', 're_review_clean'].map(
    (gate) => `${gate}=${state.gates[gate] === true}`,
  );
  const checkpoints = Object.entries(typeof state.checkpoints === 'object' ? (state.checkpoints ?? {}) : {})
    .slice(0, 50)
    .map(([id, checkpoint]) => {
      const { status, iteration } = checkpoint ?? {};
      const attempt = status === 'in_progress' ? ` (attempt ${Number(iteration) || 0} of 3)` : '';
      return `${data(id, 40)} ${data(status, 12)}${attempt}`;
    });
  return [
    `develop-workflow: feature ${data(state.feature ?? '', 200)} is in phase ${seen.phase}.`,
    `Gates: ${gates.join(', ')}.`,
    ...(checkpoints.length > 0 ? [`Checkpoints: ${checkpoints.join(', ')}.`] : []),
    ...(seen.write ? [`Changing files is closed now: ${seen.write}.`] : []),
    ...(seen.finish ? [`Committing, pushing and gh pr are closed now: ${seen.finish}.`] : []),
    howCommandsRun(around, seen),
    'Go on with `autodev develop resume --continue`; the state is changed only by `autodev develop`, never by hand.',
  ].join('\n');
}

function howCommandsRun(around: Surroundings, state: Held): string {
  const run = runWords(around, [state.root]).map(quoted).join(' ');
  const told = {
    works: `Shell commands that do more than plainly read run in a sandbox: put \`${run}\` before the program (\`${run} npm test\`, \`${run} bash -c '<text>'\`).`,
    inside: 'This session runs in a sandbox that holds the gates.',
    none: 'No sandbox works here, so the gate is advisory: it reads commands, and a command that hides what it does may pass. Do not look for one.',
  };
  return told[around.sandbox([state])];
}
