#!/usr/bin/env node
const [group, verb, dashes, program] = process.argv.slice(2);
// Around every command of an agent while a workflow runs: one CommonJS file, and nothing else is loaded. (An import of
// node24.mjs alone is a fifth of the start of Node, and importing CommonJS reads it for its exports first.)
if (
  group === 'develop' &&
  verb === 'run' &&
  dashes === '--' &&
  program !== undefined &&
  process.getBuiltinModule !== undefined
) {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  require('../plugins/develop-workflow/hooks/develop-run.cjs');
} else {
  const { runOnNode24 } = await import('./node24.mjs');
  await runOnNode24('main');
}
