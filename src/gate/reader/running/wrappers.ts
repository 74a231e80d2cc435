import type { Rule } from '../context.ts';
import { inspectVariable } from '../inspect-command.ts';
import { entryOf } from '../names.ts';
import { anyTouchesState } from '../touches.ts';
import { firstOperand, textOf, type Word } from '../word.ts';

interface Wrapper {
  /** Its options that take a value. */
  valued?: string;
  /** How many words come before the program. */
  before?: number;
  /** Options that name a file to write. */
  writes?: RegExp;
}

/** Programs that run another one, which stands behind their options. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  ...Object.fromEntries(
    'command builtin nohup setsid unbuffer unshare catchsegv bunx cross-env winpty rlwrap busybox toybox eatmydata proxychains'
      .split(' ')
      .map((name) => [name, {}]),
  ),
  exec: { valued: '-a' },
  time: { valued: '-f -o', writes: /^(-[apqvV]*o|--o)/ },
  nice: { valued: '-n' },
  ionice: { valued: '-c -n -p' },
  timeout: { valued: '-s -k --signal --kill-after', before: 1 },
  gtimeout: { valued: '-s -k', before: 1 },
  stdbuf: { valued: '-i -o -e' },
  chrt: { valued: '-p', before: 1 },
  taskset: { before: 1 },
  sudo: { valued: '-u -g -h -p -C -T -D -R -r -t -U' },
  doas: { valued: '-u -C' },
  caffeinate: { valued: '-t -w' },
  strace: { valued: '-o -e -p -s', writes: /^(-[cCdDfFhikqrtTvVwxyYzZ]*o|--o)/ },
  ltrace: { valued: '-o -e', writes: /^(-[bcCfhiLrStTV]*o|--o)/ },
  chroot: { before: 1 },
  npx: { valued: '-p --package -c --call' },
  dotenv: { valued: '-e -f' },
  c8: { valued: '-r --reporter -o', writes: /^(-o|--o|--reports?-dir|--temp-d|--merge-async)/ },
  nyc: { valued: '--reporter', writes: /^(-o|--o|--reports?-dir|--temp-d|-t$|--in-?place)/ },
};
const WRAPPER_FLAG =
  /^--(yes|no|no-install|quiet|silent|foreground|preserve-status|verbose|append|portability|all|check-coverage|preserve-env|non-interactive|login|background|bun|wait|fork|ctty|ignore-existing|version|help|prefer-offline|workspaces|follow-forks|summary-only)$/;

export const isWrapper = (name: string) => entryOf(WRAPPERS, name) !== undefined;

export const inspectWrapper: Rule = (args, cmd, ctx, name) => {
  const { valued = '', before = 0, writes } = entryOf(WRAPPERS, name) ?? {};
  const at = firstOperand(args, valued);
  const options = args.slice(0, at);
  if (name === 'command' && options.some((w) => /^-[pvV]*[vV]/.test(w.text))) return;
  if (writes !== undefined && options.some((w) => writes.test(w.text))) {
    if (anyTouchesState(ctx, args)) ctx.say('state', `${name} on the workflow state`);
    ctx.say('write', `${name} with an output file`);
  }
  // Whether an unknown long option takes the next word decides which word is the program.
  if (options.some((w) => isUnknown(w.text, valued)))
    ctx.say('opaque', `${name} with an option that is not known`);
  if (name === 'npx' && args.some((w) => /^(-c|--call)/.test(w.text))) return ctx.say('opaque', 'npx --call');
  if (/^(sudo|doas)$/.test(name) && /^-[a-zA-Z]*[sie]$/.test(textOf(args[0])))
    return ctx.say('opaque', `${name} with a shell or an editor`);
  const rest = args.slice(at + before);
  const start = rest.findIndex((w) => !/^[A-Za-z_]\w*=/.test(w.raw));
  for (const { text, doubt } of start === -1 ? rest : rest.slice(0, start)) {
    const sign = text.indexOf('=');
    inspectVariable(text.slice(0, sign), { text: text.slice(sign + 1), doubt }, ctx);
  }
  ctx.inspect(wrapped(name, start === -1 ? [] : rest.slice(start)), cmd, ctx);
};

function isUnknown(text: string, valued: string): boolean {
  if (!text.startsWith('--') || text === '--' || text.includes('=')) return false;
  return !` ${valued} `.includes(` ${text} `) && !WRAPPER_FLAG.test(text);
}

/** `npx eslint@9` runs eslint. */
function wrapped(name: string, words: readonly Word[]): readonly Word[] {
  const [first, ...args] = words;
  if (first === undefined || !/^(npx|bunx)$/.test(name)) return words;
  const { text } = first;
  const version = text.indexOf('@', Math.max(1, text.lastIndexOf('/') + 1));
  return [{ ...first, text: version === -1 ? text : text.slice(0, version) }, ...args];
}
