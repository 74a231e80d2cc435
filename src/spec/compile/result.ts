import type { Language } from '../language/languages.ts';

/** The result file of one module. */
export interface CompileResult {
  claude_md_path: string;
  implements_md_path: string;
  target_dir: string;
  detected_language: string;
  generated_files: string[];
  skipped_files: string[];
  overwritten_files: string[];
  tests: { total: number; passed: number; failed: number };
  implements_md_updated: boolean;
  retry_count: number;
  status: 'success' | 'warning';
}

/** The result file of phase red. */
export interface RedResult {
  claude_md_path: string;
  implements_md_path: string;
  target_dir: string;
  detected_language: string;
  phase: 'red';
  test_files: string[];
  spec_json_path: string;
  status: 'success' | 'warning';
}

export type Phase = 'full' | 'red' | 'green-refactor';

const SHOWN: Readonly<Record<Language, string>> = {
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  java: 'Java',
  kotlin: 'Kotlin',
};

export function languageShown(language: Language): string {
  return SHOWN[language];
}

/** `src/auth` → `src-auth`; the root is `root`. Of modules with the same name (`src/a-b`, `src/a/b`) each has its own. */
export function targetName(dir: string, modules: readonly string[] = []): string {
  const same = modules.filter((one) => flat(one) === flat(dir)).sort();
  const at = same.indexOf(dir);
  return at > 0 ? `${flat(dir)}-${at + 1}` : flat(dir);
}

function flat(dir: string): string {
  return dir === '.' || dir === '' ? 'root' : dir.replaceAll('/', '-');
}

/** Results are here, and what is not whole yet: a compile that is killed leaves nothing of it in a module. */
export const RESULTS_FOLDER = '.claude/tmp';

export function resultFile(session: string, target: string): string {
  return `${RESULTS_FOLDER}/${session}-compile-${target}.json`;
}

export function specFile(session: string, target: string): string {
  return `${RESULTS_FOLDER}/${session}-spec-${target}.json`;
}

/** The block that ends the compile of one module; other tools read it. */
export function resultBlock(file: string, result: CompileResult, phase: Exclude<Phase, 'red'>): string {
  return block([
    ...(phase === 'full' ? [] : [`phase: ${phase}`]),
    `result_file: ${file}`,
    `status: ${result.status}`,
    `generated_files: ${list(result.generated_files)}`,
    `skipped_files: ${list(result.skipped_files)}`,
    ...(result.overwritten_files.length === 0
      ? []
      : [`overwritten_files: ${list(result.overwritten_files)}`]),
    `tests_passed: ${result.tests.passed}`,
    `tests_failed: ${result.tests.failed}`,
    ...(result.retry_count === 0 ? [] : [`retry_count: ${result.retry_count}`]),
    `implements_md_updated: ${result.implements_md_updated}`,
  ]);
}

export function redBlock(file: string, result: RedResult): string {
  return block([
    'phase: red',
    `result_file: ${file}`,
    `status: ${result.status}`,
    `test_files: ${list(result.test_files)}`,
    `spec_json_path: ${result.spec_json_path}`,
    `detected_language: ${result.detected_language}`,
  ]);
}

function block(lines: readonly string[]): string {
  return ['---compiler-result---', ...lines, '---end-compiler-result---', ''].join('\n');
}

function list(paths: readonly string[]): string {
  return `[${paths.map((path) => JSON.stringify(path)).join(', ')}]`;
}

/** The lines a person sees while it works, and the summary, word for word as they are agreed on. */
export const SHOWN_LINES = {
  noImplements: (path: string) => `  ⚠ ${path} 없음 - 자동 생성\n`,
  started: (claudeMd: string) => `  • ${claudeMd} - 시작\n`,
  skipped: (path: string) => `⏭ Skipped: ${path}\n`,
  overwriting: (path: string) => `↻ Overwriting: ${path}\n`,
} as const;

export function summaryText(targets: number, results: readonly CompileResult[]): string {
  const sum = (count: (one: CompileResult) => number) => results.reduce((all, one) => all + count(one), 0);
  return [
    '',
    '=== 생성 완료 ===',
    `총 CLAUDE.md: ${targets}개`,
    `생성된 파일: ${sum((one) => one.generated_files.length)}개`,
    `건너뛴 파일: ${sum((one) => one.skipped_files.length)}개`,
    `테스트: ${sum((one) => one.tests.passed)} passed, ${sum((one) => one.tests.failed)} failed`,
    '',
  ].join('\n');
}
