import { anyOf } from '../names.ts';
import { CRAFTED, textOf, type Word } from '../word.ts';

const LOADERS =
  /^(tsx(\/\w+)?|ts-node\/(register|esm)|@swc-node\/register|dotenv\/config|source-map-support\/register)$/;
const NODE_RUNS = anyOf(
  /^-[a-zA-Z]*[epri]/,
  /^--(eval|print|interactive|run|require|import|loader|experimental-loader|cpu-prof|heap-prof)/,
  /^--(test-update|env-file|build-|redirect-warnings|trace-event|diagnostic-dir|report|snapshot-blob)/,
  /^--openssl-config/,
  /^--test-reporter-destination(?!=std(out|err)$)/,
  /^--test-reporter=(?!(spec|tap|dot|junit|lcov)$)/,
);

/** Whether an option of node runs or writes something besides the program; the usual loaders are known. */
export function nodeOptionRuns(args: readonly Word[], k: number): boolean {
  const text = textOf(args[k]).replaceAll('_', '-');
  const preload = /^(-r|--require|--import|--loader|--experimental-loader)(?:=(.*))?$/.exec(text);
  if (preload !== null) return !LOADERS.test(preload[2] || textOf(args[k + 1]));
  return NODE_RUNS.test(text);
}

/** `node --test` and `node --check`. */
export function onlyTests(args: readonly Word[]): boolean {
  const tests = args.some((w) => /^(--test|--check|-c)$/.test(w.text));
  return tests && !args.some((w, k) => w.doubt === CRAFTED || nodeOptionRuns(args, k));
}
