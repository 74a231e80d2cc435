import { languageOfFile } from './languages.ts';

/** Folders that hold tests by the conventions of the seven languages. */
const TEST_FOLDERS = new Set(['test', 'tests', '__tests__', '__mocks__', 'e2e', 'testdata']);

const TEST_NAMES = [
  /[._-](test|tests|spec|e2e|bench)\.[cm]?[jt]sx?$/i, // auth.test.ts, auth-spec.js
  /^(test_.*|.*_test|conftest|tests)\.pyi?$/, // test_auth.py, auth_test.py
  /_test\.go$/,
  /^(.*_test|tests?)\.rs$/,
  /^(Test[A-Z].*|.*(Test|Tests|TestCase|IT|Spec))\.(java|kt)$/, // AuthTest.java, AuthSpec.kt
];

/** Whether a file is a test by its own name. */
export function isTestName(name: string): boolean {
  return TEST_NAMES.some((pattern) => pattern.test(name));
}

export function isTestFolder(name: string): boolean {
  return TEST_FOLDERS.has(name.toLowerCase());
}

/** A source file of its folder: one of the seven languages, and no test. */
export function isSourceName(name: string): boolean {
  return languageOfFile(name) !== undefined && !isTestName(name);
}

/** Sources of other languages: nothing is read from them, but a folder that holds them is not without source. */
const OTHER_SOURCES = new Set(
  (
    'c h cc cpp cxx hpp hh cs rb php swift scala dart lua ex exs erl hs ml mli clj cljs groovy zig nim jl r ' +
    'm mm f90 vue svelte astro sh bash ps1 pl pm sql proto'
  ).split(' '),
);

/** Code of any language, no test. */
export function isCodeName(name: string): boolean {
  if (isSourceName(name)) return true;
  const dot = name.lastIndexOf('.');
  return (
    dot > 0 && OTHER_SOURCES.has(name.slice(dot + 1).toLowerCase()) && !/[._-](?:test|spec)\.\w+$/i.test(name)
  );
}
