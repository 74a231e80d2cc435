import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { completionNodes } from './nodes.ts';
import { zshScript } from './zsh.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function run({ args, io, json, root }: Input): void {
  const [shell = ''] = args;
  const script = Object.entries(SHELLS).find(([name]) => name === shell)?.[1];
  if (script === undefined) {
    throw new AutodevError('usage', `no completion for ${shell}`, { hint: 'there is bash, zsh and fish' });
  }
  const text = script(completionNodes(root));
  io.out(json ? `${JSON.stringify({ schema_version: 1, shell, script: text })}\n` : text);
}
