import type { Command } from '../command.ts';

const REVIEWERS = {
  agent: {
    value: 'NAME',
    many: true,
    about:
      'agent that reviews: claude, codex, gemini; several side by side (default: agent.review_with, else agent.default)',
  },
  model: { value: 'NAME', about: 'model of the reviewers (default: as configured for reviews)' },
} as const;

const GATES = ['review_clean_pass', 'architect_verified', 're_review_clean'];

export const DEVELOP: Command = {
  name: 'develop',
  about:
    'Carry one piece of work through design, review, implementation and pull request, with gates between.',
  more: 'The state is in .develop-workflow/state.json. Inside Claude Code the plugin develop-workflow holds the agent to it.',
  example: 'autodev develop start "live chat"',
  children: [
    {
      name: 'start',
      about: 'Begin a piece of work in DESIGN, all gates closed.',
      args: ['<feature>'],
      options: { 'no-ignore': { about: 'do not add .develop-workflow/ to .gitignore' } },
      example: 'autodev develop start "live chat"',
      load: () => import('./start.ts'),
    },
    {
      name: 'run',
      about: 'Run a command with what the phase leaves open: what is closed cannot happen in it.',
      args: ['[command]'],
      more: "autodev develop run -- <program> <args…>, or -- bash -c '<text>'. While writing is closed the project is read-only; while finishing is closed .git is read-only and there is no network but databases on loopback; the state and AUTODEV_HOME are never writable. Output, exit code and signals are those of the command.",
      example: 'autodev develop run -- npm test',
      load: () => import('./run.ts'),
    },
    {
      name: 'status',
      about: 'Show where the work stands: phase, gates, checkpoints.',
      example: 'autodev develop status --json',
      load: () => import('./status.ts'),
    },
    {
      name: 'resume',
      about: 'Say where the work stands and go on, or begin it again.',
      options: {
        continue: { about: 'go on without asking' },
        restart: { about: 'from the start, without asking' },
      },
      example: 'autodev develop resume --continue',
      load: () => import('./resume.ts'),
    },
    {
      name: 'phase',
      about: 'Enter a phase: DESIGN, REVIEW, IMPLEMENT, PR or DONE; exit code 5 when a gate is closed.',
      args: ['<phase>'],
      words: ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'DONE'],
      options: {
        plan: { value: 'FILE', about: 'design document or JSON file with the checkpoints' },
        strategy: {
          value: 'S',
          words: ['direct', 'subagent', 'agent-teams'],
          about: 'direct, subagent or agent-teams instead of the chosen one (entering IMPLEMENT)',
        },
      },
      example: 'autodev develop phase REVIEW --plan docs/live-chat.md',
      load: () => import('./phase.ts'),
    },
    {
      name: 'checkpoint',
      about: 'Mark a boundary of the RALPH loop: start, pass or fail a checkpoint.',
      args: ['<id>', '<start|pass|fail>'],
      options: {
        class: {
          value: 'C',
          words: ['NOT_IMPLEMENTED', 'LOGIC_ERROR', 'TYPE_ERROR', 'DESIGN_MISMATCH', 'ENV_ISSUE'],
          about:
            'with fail: NOT_IMPLEMENTED, LOGIC_ERROR, TYPE_ERROR, DESIGN_MISMATCH or ENV_ISSUE (default: told from the validation)',
        },
        timeout: {
          value: 'SECS',
          number: { min: 1, max: 86_400 },
          about: 'time limit of the validation command (default 600)',
        },
      },
      more: 'pass runs the validation command of the plan, without a shell; a red one counts as a failed attempt.',
      example: 'autodev develop checkpoint cp-1 start',
      load: () => import('./checkpoint.ts'),
    },
    {
      name: 'gate',
      about: 'Open or close a gate by hand; for people at a terminal.',
      example: 'autodev develop gate set review_clean_pass --evidence review.md',
      children: [
        {
          name: 'set',
          about: 'Open a gate for the files as they are now.',
          args: ['<gate>'],
          words: GATES,
          options: { evidence: { value: 'FILE', about: 'what the decision rests on; a copy is kept' } },
          example: 'autodev develop gate set review_clean_pass --evidence review.md',
          load: () => import('./gate-set.ts'),
        },
        {
          name: 'clear',
          about: 'Close a gate.',
          args: ['<gate>'],
          words: GATES,
          options: { evidence: { value: 'FILE', about: 'what the decision rests on; a copy is kept' } },
          example: 'autodev develop gate clear architect_verified',
          load: () => import('./gate-clear.ts'),
        },
      ],
    },
    {
      name: 'review',
      about: 'Have the design reviewed; a clean verdict opens review_clean_pass.',
      options: REVIEWERS,
      example: 'autodev develop review --agent claude --agent codex',
      load: () => import('./review.ts'),
    },
    {
      name: 'verify',
      about: 'Have the architect verify the implementation; approval opens architect_verified.',
      options: REVIEWERS,
      example: 'autodev develop verify',
      load: () => import('./verify.ts'),
    },
    {
      name: 're-review',
      about: 'Have the code reviewed before it is pushed; a clean verdict opens re_review_clean.',
      options: REVIEWERS,
      example: 'autodev develop re-review',
      load: () => import('./re-review.ts'),
    },
    {
      name: 'reset',
      about: 'Forget the workflow, whatever its file looks like; for people.',
      example: 'autodev develop reset',
      load: () => import('./reset.ts'),
    },
  ],
};
