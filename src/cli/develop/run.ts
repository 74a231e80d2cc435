import { AutodevError } from '../../work/errors.ts';

/** Reached only without a command: with one, bin/autodev.mjs runs it before the tree of commands is loaded. */
export function run(): Promise<never> {
  throw new AutodevError('usage', 'put the command behind two dashes', {
    hint: "`autodev develop run -- npm test`, or `autodev develop run -- bash -c '<text>'`",
  });
}
