import type { Command } from '../command.ts';

export const HOOK: Command = {
  name: 'hook',
  about:
    'Ask the gates of develop-workflow from the outside: what they would say, and as hooks of other programs.',
  example: 'autodev hook explain "git push origin HEAD"',
  children: [
    {
      name: 'explain',
      about: 'Say whether an agent may run a command, or write a file, here and now; exit code 5 when not.',
      args: ['[command]'],
      options: {
        write: { value: 'FILE', about: 'ask about writing this file instead of running a command' },
      },
      example: 'autodev hook explain "sed -i s/a/b/ src/a.ts"',
      load: () => import('./explain.ts'),
    },
    {
      name: 'pre-tool-use',
      about: "Answer a PreToolUse call on standard input, as the plugin's hook does.",
      example: `echo '{"tool_name":"Bash","tool_input":{"command":"git push"}}' |
  autodev hook pre-tool-use`,
      load: () => import('./pre-tool-use.ts'),
    },
    {
      name: 'session-start',
      about: 'Print where the work stands, as the SessionStart hook does.',
      example: 'autodev hook session-start',
      load: () => import('./session-start.ts'),
    },
  ],
};
