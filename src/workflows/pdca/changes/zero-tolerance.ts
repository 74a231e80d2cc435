/** What may not be in the difference of a run, found by code. */
export interface Flag {
  rule: 'test_deleted' | 'test_skipped' | 'todo' | 'empty_catch' | 'scope' | 'uncertain' | 'coverage';
  where: string;
  say: string;
}

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

interface Changed {
  path: string;
  deleted: boolean;
  added: { line: number; text: string }[];
  removed: string[];
}

const TEST_FILE = anyOf(
  /(?:^|\/)(?:tests?|__tests__|spec)\//,
  /(?:^|\/)test_[^/]*\.py$/,
  /[._-](?:test|spec)\.[a-z]+$/,
  /_test\.(?:go|py|rb|exs?)$/,
  /Tests?\.(?:java|kt|cs)$/,
);
const TEST_CASE =
  /^\s*(?:(?:test|it)(?:\.\w+)?\s*\(|(?:async\s+)?def\s+test_|func\s+Test|#\[(?:\w+::)?test\]|@Test\b|@ParameterizedTest\b)/;
const SKIPPED = anyOf(
  /\b(?:it|test|describe|suite)\.(?:skip|todo|only)\b/,
  /\bx(?:it|describe|test)\s*\(/,
  /@pytest\.mark\.(?:skip|xfail)|\bpytest\.skip\s*\(|@unittest\.skip|\bself\.skipTest\s*\(/,
  /\bt\.Skip(?:f|Now)?\s*\(|#\[ignore\]|@(?:Ignore|Disabled)\b/,
  /[{,]\s*(?:skip|todo)\s*:\s*true/,
);
const TODO = /\b(?:TODO|FIXME|HACK)\b/;
const COMMENT = /(?:\/\/|\/\*|^\s*\*|#|--|<!--)/;
const EMPTY_CATCH = /\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}|\.catch\(\s*\(?\s*\w*\s*\)?\s*=>\s*\{\s*\}\s*\)/;
const BARE_EXCEPT = /^\s*except\s*:/;
const SWALLOWED = /^\s*except\b[^:]*:\s*pass\s*$/;
const OPEN_CATCH = /\bcatch\s*(?:\([^)]*\))?\s*\{\s*$/;

/** Zero tolerance on a unified diff: tests deleted or skipped, TODOs added, failures swallowed. Documents are not code. */
export function flagsOf(diff: string): Flag[] {
  const flags: Flag[] = [];
  const files = changedIn(diff);
  const flag = (rule: Flag['rule'], where: string, say: string) => flags.push({ rule, where, say });
  for (const file of files) {
    if (/\.(?:md|txt|rst|adoc)$|(?:^|\/)docs\//.test(file.path)) continue;
    const isTest = TEST_FILE.test(file.path);
    if (isTest && file.deleted) flag('test_deleted', file.path, 'a test file was deleted');
    else if (isTest) {
      const gone = file.removed.filter((text) => TEST_CASE.test(text)).length;
      const came = file.added.filter(({ text }) => TEST_CASE.test(text)).length;
      if (gone > came) flag('test_deleted', file.path, `${gone - came} test(s) were removed`);
    }
    for (const [at, { line, text }] of file.added.entries()) {
      const where = `${file.path}:${line}`;
      if (SKIPPED.test(text) && (isTest || /\bpytest\b|unittest/.test(text)))
        flag('test_skipped', where, 'a test is skipped, or the others are by it');
      if (TODO.test(text) && COMMENT.test(text)) flag('todo', where, 'a TODO, FIXME or HACK was added');
      const next = file.added[at + 1];
      const closes = next?.line === line + 1 && /^\s*\}/.test(next.text);
      const passes = next?.line === line + 1 && /^\s*(?:pass|\.\.\.)\s*$/.test(next.text);
      if (EMPTY_CATCH.test(text) || (OPEN_CATCH.test(text) && closes))
        flag('empty_catch', where, 'an error is caught and nothing is done');
      if (BARE_EXCEPT.test(text) || SWALLOWED.test(text) || (/^\s*except\b.*:\s*$/.test(text) && passes))
        flag('empty_catch', where, 'an except without a kind, or one that does nothing');
    }
  }
  return flags;
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

export function changedIn(diff: string): Changed[] {
  const files: Changed[] = [];
  let file: Changed | undefined;
  let line = 0;
  let inHunk = false;
  for (const text of diff.split('\n')) {
    const header = /^diff --git (?:"?a\/(.*?)"?) (?:"?b\/(.*?)"?)$/.exec(text);
    if (header !== null) {
      file = { path: header[2] ?? '', deleted: false, added: [], removed: [] };
      files.push(file);
      inHunk = false;
      continue;
    }
    if (file === undefined) continue;
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) {
      line = Number(hunk[1]);
      inHunk = true;
    } else if (!inHunk) {
      if (text.startsWith('deleted file mode')) file.deleted = true;
      if (text.startsWith('--- ') && file.path === '') file.path = text.slice(6);
    } else if (text.startsWith('+')) {
      file.added.push({ line, text: text.slice(1) });
      line += 1;
    } else if (text.startsWith('-')) file.removed.push(text.slice(1));
    else if (text.startsWith(' ')) line += 1;
  }
  return files;
}
