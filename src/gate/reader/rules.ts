import type { Rule } from './context.ts';
import { inspectAwk } from './filters/awk.ts';
import { inspectFind } from './filters/find.ts';
import { inspectSed } from './filters/sed.ts';
import { SOMETIMES_WRITING } from './filters/sometimes-writing.ts';
import { inspectGit } from './git/git.ts';
import { inspectEnvironments } from './packages/environments.ts';
import { inspectMake } from './packages/make.ts';
import { inspectPackageManager } from './packages/package-manager.ts';
import { inspectAutodev } from './programs/autodev.ts';
import { inspectGh } from './programs/gh.ts';
import { inspectEnv } from './running/env.ts';
import { opaqueRule } from './running/opaque.ts';
import { RUNNERS } from './running/runners.ts';
import { inspectXargs } from './running/xargs.ts';

/** Programs with a rule of their own. */
export const RULES: Readonly<Record<string, Rule>> = {
  git: inspectGit,
  gh: inspectGh,
  autodev: inspectAutodev,
  'autodev.js': inspectAutodev,
  'autodev.mjs': inspectAutodev,
  ...each('npm pnpm yarn', inspectPackageManager),
  ...each('make gmake', inspectMake),
  ...each('tox nox', inspectEnvironments),
  find: inspectFind,
  ...each('sed gsed', inspectSed),
  ...each('awk gawk mawk nawk', inspectAwk),
  ...SOMETIMES_WRITING,
  env: inspectEnv,
  xargs: inspectXargs,
  ...RUNNERS,
  ...each(
    'ssh parallel screen at batch fc sg newgrp runuser nsenter capsh systemd-run start-stop-daemon socat expect entr',
    opaqueRule,
  ),
};

function each(list: string, rule: Rule): Record<string, Rule> {
  return Object.fromEntries(list.split(' ').map((name) => [name, rule]));
}
