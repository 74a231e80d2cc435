#!/usr/bin/env node
'use strict';
// SessionStart: tells a new, resumed or compacted session where the work stands. What the state file holds is
// data: it is printed as quoted text, cut and without control characters, and never handed to a shell.
const fs = require('node:fs');
const { findStates, readState } = require('./develop-phase-gate.cjs');

const quoted = (value, cap) => JSON.stringify(String(value).replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, ' ').slice(0, cap));

function describe(path) {
  const seen = readState(path);
  if (seen.broken) return `develop-workflow: ${seen.broken}. Tell the user; \`autodev develop status\` says what is wrong.`;
  const state = JSON.parse(fs.readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  const gates = ['review_clean_pass', 'architect_verified', 're_review_clean'].map((gate) => `${gate}=${state.gates[gate] === true}`);
  const checkpoints = Object.entries(typeof state.checkpoints === 'object' && state.checkpoints !== null ? state.checkpoints : {})
    .slice(0, 50)
    .map(([id, cp]) => {
      const { status, iteration } = cp || {};
      return `${quoted(id, 40)} ${quoted(status, 12)}${status === 'in_progress' ? ` (attempt ${Number(iteration) || 0} of 3)` : ''}`;
    });
  const lines = [
    `develop-workflow: feature ${quoted(state.feature === undefined ? '' : state.feature, 200)} is in phase ${seen.phase === 'MERGE' ? 'PR' : seen.phase}.`,
    `Gates: ${gates.join(', ')}.`,
    ...(checkpoints.length > 0 ? [`Checkpoints: ${checkpoints.join(', ')}.`] : []),
  ];
  if (seen.write) lines.push(`Changing files is closed now: ${seen.write}.`);
  if (seen.finish) lines.push(`Committing, pushing and gh pr are closed now: ${seen.finish}.`);
  lines.push('Go on with `autodev develop resume --continue`; the state is changed only by `autodev develop`, never by hand.');
  return lines.join('\n');
}

try {
  const folders = [process.cwd(), process.env.CLAUDE_PROJECT_DIR].filter((folder) => typeof folder === 'string' && folder !== '');
  const paths = findStates(folders);
  if (paths.length > 0) fs.writeSync(1, `${paths.map(describe).join('\n')}\n`);
} catch (error) {
  fs.writeSync(1, `develop-workflow: the state could not be read (${error instanceof Error ? error.message : 'unknown error'}).\n`);
}
