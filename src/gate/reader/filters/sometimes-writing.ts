import type { Rule } from '../context.ts';
import { DEVICE } from '../inspect-command.ts';
import { inspectWriter } from '../programs/writers.ts';
import { anyTouchesState } from '../touches.ts';
import { CRAFTED, firstOperand, isOption, literal, textOf, type Word } from '../word.ts';

/** Programs that only read with some arguments, and write with all others. */
const writerUnless =
  (reads: (args: readonly Word[]) => boolean): Rule =>
  (args, cmd, ctx, name) => {
    if (!reads(args)) inspectWriter(name, literal(name), args, cmd, ctx);
  };

/** Programs that write where they are given one file more. */
const readerUnless =
  (writes: (args: readonly Word[]) => boolean): Rule =>
  (args, _cmd, ctx, name) => {
    if (!writes(args)) return;
    if (anyTouchesState(ctx, args)) ctx.say('state', `${name} on the workflow state`);
    ctx.say('write', `${name} with an output file`);
  };

const has = (args: readonly Word[], pattern: RegExp) => args.some((w) => pattern.test(w.text));

const TAR_RUNS = /^(--to-command|--checkpoint-action|--use-compress|-I|--extract|--create|-x|-c)/;
const RUFF_WRITES = /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/;

export const SOMETIMES_WRITING: Readonly<Record<string, Rule>> = {
  tee: writerUnless((args) => args.every((w) => w.doubt === 0 && (isOption(w) || DEVICE.test(w.text)))),
  uniq: readerUnless((args) => args.length - firstOperand(args, '-f -s -w') > 1),
  xxd: readerUnless((args) => has(args, /^-r/) || args.length - firstOperand(args, '-l -c -g -s') > 1),
  tar: (args, cmd, ctx, name) => {
    const mode = textOf(args[0]);
    const lists = /^-?[a-zA-Z]*t[a-zA-Z]*$|^--list$/.test(mode) && !/^-?[a-zA-Z]*[xcruA]/.test(mode);
    if (lists && !args.some((w) => w.doubt === CRAFTED || TAR_RUNS.test(w.text))) return;
    inspectWriter(name, literal(name), args, cmd, ctx);
    ctx.say('write', 'tar, which changes files');
  },
  unzip: writerUnless((args) => has(args, /^-[a-zA-Z]*[lpvtZ]/)),
  gzip: writerUnless((args) => has(args, /^-[a-z0-9]*[clt]/)),
  wget: writerUnless((args) =>
    args.some(
      ({ text }, k) =>
        /^(-q?O-|--spider|--output-document=-)$/.test(text) ||
        (/^-q?O$/.test(text) && textOf(args[k + 1]) === '-'),
    ),
  ),
  ruff: writerUnless((args) => {
    const verb = textOf(args[0]);
    if (verb === 'format' && has(args, /^--(check|diff)$/)) return true;
    const writes = args.some((w) => w.doubt === CRAFTED || RUFF_WRITES.test(w.text));
    return /^(check|version|rule|config)$/.test(verb) && !writes;
  }),
};
