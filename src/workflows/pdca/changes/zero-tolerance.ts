import { CUT } from '../../workspace/whole-diff.ts';
import { changedIn, type Changed } from './changed-in.ts';
import { isTestFile, lostTests, skipsTest } from './tests-in.ts';

/** What may not be in the difference of a run, found by code. */
export interface Flag {
  rule:
    | 'test_deleted'
    | 'test_skipped'
    | 'todo'
    | 'empty_catch'
    | 'scope'
    | 'uncertain'
    | 'coverage'
    | 'too_large';
  where: string;
  say: string;
}

const TODO = /\b(?:TODO|FIXME|HACK)\b/;
const COMMENT = /(?:\/\/|\/\*|^\s*\*|#|--|<!--)/;
/** Spaces have a limit: the lines are a model's. */
const EMPTY_CATCH =
  /\bcatch\s{0,9}(?:\([^)]{0,99}\))?\s{0,9}\{\s{0,9}\}|\.catch\(\s{0,9}\(?\s{0,9}\w{0,99}\s{0,9}\)?\s{0,9}=>\s{0,9}\{\s{0,9}\}\s{0,9}\)/;
const BARE_EXCEPT = /^\s*except\s*:/;
const EXCEPT = /^\s*except\b[^:]*:\s*(?:#.*)?$/;
const SWALLOWED = /^\s*except\b[^:]*:\s*(?:pass|\.\.\.)\s*(?:#.*)?$/;
const PASSES = /^\s*(?:pass|\.\.\.)\s*(?:#.*)?$/;
const OPEN_CATCH = /\bcatch\s{0,9}(?:\([^)]{0,99}\))?\s{0,9}\{\s{0,9}(?:\/\/.*|\/\*.*\*\/\s{0,9})?$/;
const ONLY_COMMENT = /^\s*(?:\/\/.*|\/\*.*\*\/\s*|#.*)?$/;
const NO_CODE = /\.(?:md|txt|rst|adoc)$|^docs\//;
/** A command of package.json that does nothing says that all is well. */
const NO_COMMAND =
  /"(?:test|lint|build|typecheck|type-check|types)"\s*:\s*"\s*(?:true|:|exit 0|echo\b[^&|;"]*)?\s*"/;

/** Zero tolerance on a unified diff: tests deleted or skipped, TODOs added, failures swallowed. Documents are not code. */
export function flagsOf(diff: string): Flag[] {
  const files = changedIn(diff).filter(({ path }) => !NO_CODE.test(path));
  return [
    ...[...lostTests(files)].map(([where, say]): Flag => ({ rule: 'test_deleted', where, say })),
    ...files.flatMap(flagsIn),
    ...(diff.trimEnd().endsWith(CUT)
      ? [{ rule: 'too_large' as const, where: 'diff', say: 'the change is too large to be looked through' }]
      : []),
  ];
}

function flagsIn(file: Changed): Flag[] {
  const flags: Flag[] = [];
  const isTest = isTestFile(file);
  for (const [at, { line, text }] of file.added.entries()) {
    const flag = (rule: Flag['rule'], say: string) =>
      flags.push({ rule, where: `${file.path}:${line}`, say });
    if (skipsTest(text) && (isTest || /\bpytest\b|unittest/.test(text)))
      flag('test_skipped', 'a test is skipped, or the others are by it');
    if (/(?:^|\/)package\.json$/.test(file.path) && NO_COMMAND.test(text))
      flag('test_skipped', 'a command that does nothing proves nothing');
    if (TODO.test(text) && COMMENT.test(text)) flag('todo', 'a TODO, FIXME or HACK was added');
    const next = nextOf(file, at);
    if (EMPTY_CATCH.test(text) || (OPEN_CATCH.test(text) && /^\s*\}/.test(next)))
      flag('empty_catch', 'an error is caught and nothing is done');
    if (BARE_EXCEPT.test(text) || SWALLOWED.test(text) || (EXCEPT.test(text) && PASSES.test(next)))
      flag('empty_catch', 'an except without a kind, or one that does nothing');
  }
  return flags;
}

/** What is done after an added line, as far as that was added too: comments do nothing. */
function nextOf({ added }: Changed, at: number): string {
  for (let next = at + 1; next < added.length; next += 1) {
    const { line, text } = added[next] ?? { line: 0, text: '' };
    if (line !== (added[next - 1]?.line ?? 0) + 1) return '';
    if (!ONLY_COMMENT.test(text)) return text;
  }
  return '';
}

const UNCERTAIN =
  /\b(?:should (?:now )?(?:work|be fine|pass(?=\s*(?:[.,;!]|now\b|$)))|probably (?:works?|fine|passes)|seems? to (?:work|pass))\b/i;

/** Words of an answer that claim without having looked. */
export function uncertainIn(texts: readonly string[]): Flag[] {
  return texts.flatMap((text) => {
    const said = UNCERTAIN.exec(text)?.[0];
    return said === undefined
      ? []
      : [{ rule: 'uncertain' as const, where: 'answer', say: `"${said}" is no evidence` }];
  });
}

/** Files of the design that the difference does not touch: scope that was dropped. */
export function droppedScope(wanted: readonly string[], changed: readonly string[]): Flag[] {
  const has = (path: string) => changed.some((each) => each === path || each.endsWith(`/${path}`));
  return wanted
    .filter((path) => !has(path))
    .map((path) => ({ rule: 'scope' as const, where: path, say: 'the design wants this file changed' }));
}
