import type { Command } from './command.ts';
import { CONFIG } from './config/tree.ts';
import { DEMO } from './demo/tree.ts';
import { DEVELOP } from './develop/tree.ts';
import { HOOK } from './hook/tree.ts';
import { INIT } from './init/tree.ts';
import { PLUGINS } from './plugins/tree.ts';

/** Every command of the program. Data only: a handler is loaded when its command is called. */
export const TREE: Command = {
  name: 'autodev',
  about:
    "Takes a repository's issues and pull requests from open to merged, with the coding agents you already have.",
  options: { version: { short: 'V', about: 'print the version' } },
  example: 'autodev demo',
  children: [DEMO, INIT, CONFIG, DEVELOP, HOOK, PLUGINS],
};
