import type { Context, Rule } from '../context.ts';
import { namesState } from '../mentions.ts';
import { anyTouchesState } from '../touches.ts';
import { CRAFTED, isOption, literal, morePossible, type Doubt, type Value, type Word } from '../word.ts';

const PROGRAM_CAP = 4_000;
const AWK_LONG = new RegExp(
  `^--(${[
    'field-separator assign version help posix traditional re-interval csv lint characters-as-bytes bignum',
    'non-decimal-data sandbox',
  ]
    .join(' ')
    .replaceAll(' ', '|')})?(=|$)`,
);
const OWN_FILES = /^(-f|--file|-i|--include|-l|--load|-E|--exec|-D|-d|-o|-p|--(dump|pretty|profile))/;
const PRINTS_TO_FILE = /\bprintf?\b[^;}\n]*>/;
const AWK_RUNS = /\bsystem\s*\(|(^|[^|])\|([^|]|$)/;
const READS_ELSEWHERE = /\bgetline\b.*<|@\w+/;

export const inspectAwk: Rule = (args, _cmd, ctx) => {
  const program = awkProgram(args, ctx);
  if (program === undefined) return;
  if (program.text.length > PROGRAM_CAP) return ctx.say('opaque', 'a long awk program');
  const bare = withoutTexts(program.text);
  const changes = PRINTS_TO_FILE.test(bare) || AWK_RUNS.test(bare);
  const others = args.filter((w) => w !== program);
  if (changes && (namesState(program.text) || anyTouchesState(ctx, others)))
    ctx.say('state', 'awk on the workflow state');
  if (program.doubt === CRAFTED) return ctx.say('opaque', 'an awk program that is not written out');
  if (PRINTS_TO_FILE.test(bare)) return ctx.say('write', 'awk that prints to a file');
  if (AWK_RUNS.test(bare) || READS_ELSEWHERE.test(bare)) ctx.say('opaque', 'awk that runs other commands');
};

/** What awk is told to do; undefined where that is said already, or nothing. */
function awkProgram(args: readonly Word[], ctx: Context): Value | undefined {
  const sources: Word[] = [];
  let program: Word | undefined;
  for (let k = 0; k < args.length && program === undefined; k += 1) {
    const w = args[k] ?? literal('');
    const { text } = w;
    if (/^(-e|--source)$/.test(text)) {
      k += 1;
      const source = args[k];
      if (source !== undefined) sources.push(source);
    } else if (/^(-e.|--source=)/.test(text))
      sources.push({ ...w, text: text.replace(/^(-e|--source=)/, '') });
    else if (text.startsWith('--') && !AWK_LONG.test(text)) {
      ctx.say('opaque', 'awk with an option that is not known');
      return undefined;
    } else if (OWN_FILES.test(text)) {
      if (anyTouchesState(ctx, args)) ctx.say('state', 'awk on the workflow state');
      ctx.say('opaque', 'awk with files of its own');
      return undefined;
    } else if (/^(-F|-v|--field-separator|--assign)$/.test(text)) k += 1;
    else if (!isOption(w)) program = w;
  }
  if (sources.length === 0) return program;
  const doubt = sources.map((w) => w.doubt).reduce<Doubt>(morePossible, 0);
  return { text: sources.map(({ text }) => text).join('\n'), doubt };
}

/** The program without its strings and patterns, in which signs mean something else. */
function withoutTexts(program: string): string {
  const pattern = /(^|[~!({};,&|]|\s)\/((?:\\.|[^/\\\n])*)\//g;
  return program
    .replace(/\\\n/g, ' ')
    .replace(/"(\\.|[^"\\])*"/g, '""')
    .replace(pattern, (all, before: string, inner: string) =>
      /print|"|getline|system/.test(inner) ? all : `${before}0`,
    );
}
