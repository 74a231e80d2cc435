import type { Command } from '../command.ts';

export const FORGE: Command = {
  name: 'forge',
  about: 'Run a forge on this machine that behaves like GitHub: for trying things out and for tests.',
  example: 'autodev forge serve --port 8080 --data ./forge',
  children: [
    {
      name: 'serve',
      about: 'Serve the embedded forge on 127.0.0.1 until SIGTERM or Ctrl-C.',
      options: {
        port: {
          value: 'N',
          number: { min: 0, max: 65_535 },
          about: 'listen on this port (default: a free one)',
        },
        data: {
          value: 'DIR',
          about: 'keep repositories, users and tokens here (default: AUTODEV_HOME/forge)',
        },
      },
      example: 'autodev forge serve --port 8080 --data ./forge --json',
      more: [
        'With --json one line is printed when it is ready: {"url", "data", "users": [{"login", "token"}, …]}.',
        'url is the base of the API. The first user owns what it creates; a second one reviews, since an',
        'author cannot approve; a login that ends in [bot] is an app, which may create check-runs.',
        'Tokens are kept in DIR/users.json (mode 0600) and stay the same across restarts.',
      ].join('\n'),
      load: () => import('./serve.ts'),
    },
  ],
};
