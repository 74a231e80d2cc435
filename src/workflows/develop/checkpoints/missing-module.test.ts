import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missingModule, type Project } from './missing-module.ts';
import { classify } from './ralph.ts';

const project: Project = {
  root: '/p',
  paths: [
    'src/calc.py',
    'tests/test_chat.py',
    'src/main/java/com/example/app/App.java',
    'src/main/kotlin/io/shop/cart/Cart.kt',
    'src/lib.rs',
    'src/parser.rs',
    'internal/store/store.go',
  ],
  names: ['@org/app', 'my-crate', 'example.com/app'],
};

/** As the tools print it. */
const ROWS: readonly [language: string, own: string, external: string][] = [
  [
    'Python',
    "E   ModuleNotFoundError: No module named 'calc'",
    "E   ModuleNotFoundError: No module named 'redis'",
  ],
  [
    'Python, a test that is named after it',
    "ModuleNotFoundError: No module named 'chat.send'",
    'No module named pytest',
  ],
  [
    'JavaScript',
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/p/src/sum.js' imported from /p/test/sum.test.js",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod9' imported from /p/b.mjs",
  ],
  ['JavaScript, CommonJS', "Error: Cannot find module './sum'", "Error: Cannot find module 'lodash'"],
  [
    'TypeScript',
    "test/a.ts(1,21): error TS2307: Cannot find module '../src/sum.ts' or its corresponding type declarations.",
    "a.ts(1,21): error TS2307: Cannot find module 'react' or its corresponding type declarations.",
  ],
  [
    'TypeScript, vitest',
    'Error: Failed to resolve import "@/sum" from "test/a.test.ts". Does the file exist?',
    'Error: Failed to resolve import "react" from "src/a.ts". Does the file exist?',
  ],
  [
    'Go',
    'a_test.go:4:2: no required module provides package example.com/app/calc; to add it:',
    'a.go:4:2: no required module provides package github.com/lib/pq; to add it:',
  ],
  ['Go, without a module path', 'package store is not in std', 'package github.com/x/y is not in std'],
  ['Rust', 'error[E0432]: unresolved import `crate::other`', 'error[E0432]: unresolved import `serde`'],
  [
    'Rust, a test of the crate',
    'error[E0432]: unresolved import `my_crate::sum`',
    "error[E0463]: can't find crate for `tokio`",
  ],
  [
    'Rust, a file',
    'error[E0583]: file not found for module `parser`',
    'use of unresolved module or unlinked crate `rand`',
  ],
  [
    'Java',
    'A.java:2: error: package com.example.calc does not exist',
    'A.java:3: error: package org.junit does not exist',
  ],
  [
    'Kotlin',
    "e: A.kt:3:8 unresolved reference 'cart'.\nimport io.shop.total.Total",
    "e: A.kt:3:8 Unresolved reference 'junit'.\nimport org.junit.Test",
  ],
];

describe('a module that is missing is not written yet, or has to be installed', () => {
  for (const [language, own, external] of ROWS)
    test(language, () => {
      const failed = (output: string) => classify({ output, code: 1, timedOut: false }, project);
      assert.equal(failed(own), 'NOT_IMPLEMENTED', own);
      assert.equal(failed(external), 'ENV_ISSUE', external);
    });

  test('names inside the project that are not there are not written yet, as before', () => {
    for (const output of [
      './main.go:5:2: undefined: Send',
      'A.java:4: error: cannot find symbol\n  symbol:   class Sum',
      "e: A.kt:9:3 unresolved reference 'sum'.",
    ])
      assert.equal(classify({ output, code: 1, timedOut: false }, project), 'NOT_IMPLEMENTED', output);
  });

  test('one of each: what nobody here can write decides', () => {
    const both = 'package com.example.calc does not exist\npackage org.junit does not exist';
    assert.equal(missingModule(both, project), 'external');
  });

  test('a module inside node_modules is never the project’s own', () => {
    assert.equal(missingModule("Cannot find module '/p/node_modules/a/b.js'", project), 'external');
  });
});
