import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOfPatch } from './patch-files.ts';

const PATCH = `diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
 same
--- not a header
+++ not one either
diff --git a/new file.md b/new file.md
new file mode 100644
--- /dev/null
+++ b/new file.md\t
@@ -0,0 +1 @@
+diff --git a/x b/x
diff --git a/old.ts b/moved.ts
similarity index 100%
rename from old.ts
rename to moved.ts
diff --git a/gone.bin b/gone.bin
deleted file mode 100644
Binary files a/gone.bin and /dev/null differ
`;

test('a diff is told file by file, whatever its lines look like', () => {
  assert.deepEqual(
    filesOfPatch(PATCH).map(({ path, previousPath, status, additions, deletions, patch }) => [
      path,
      previousPath,
      status,
      additions,
      deletions,
      patch === null,
    ]),
    [
      ['a.txt', null, 'modified', 1, 1, false],
      ['new file.md', null, 'added', 1, 0, false],
      ['moved.ts', 'old.ts', 'renamed', 0, 0, true],
      ['gone.bin', null, 'removed', 0, 0, true],
    ],
  );
});
