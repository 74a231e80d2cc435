import { codeIn } from './code.ts';
import { filesNamed } from './paths.ts';
import { hasHeading, isAbout, sectionsOf } from './sections.ts';
import type { Mode } from '../mode.ts';
import { vagueWords } from './vague.ts';

/** Gates that code checks on a document. What is missing is said in words the writer can act on. */

/** LIGHT: at least 50 characters and one file. */
export function lightGate(plan: string): string[] {
  const missing: string[] = [];
  if (plan.trim().length < 50)
    missing.push('the plan is too short: background, scope and the files it touches have to be in it');
  if (filesNamed(plan).length === 0) missing.push('name at least one file that is to be changed');
  return missing;
}

/** Gate 1→2. */
export function planGate(plan: string): string[] {
  const missing: string[] = [];
  const need = (words: readonly string[], say: string, level?: number) => {
    if (!hasHeading(plan, words, level)) missing.push(say);
  };
  need(['배경', '문제 정의', 'Background', 'Problem'], 'the section "## Background" (or "## 배경")', 2);
  need(['구현 범위', '범위', 'Scope'], 'the section "## Scope" (or "## 구현 범위")', 2);
  if (filesNamed(plan).length === 0) missing.push('a list of the files it touches');
  need(['위험', 'Risk'], 'the section "## Risks" (or "## 위험 요소")');
  return missing;
}

/** A function, class or method as code: in a fence or between backticks. */
const SIGNATURE =
  /\b(?:function|def|class|interface|type|fn|func|struct|enum|trait|const|public|private|async)\s+[\p{L}_$][\p{L}\p{N}_$]*|[\p{L}_$][\p{L}\p{N}_$.]*\s*\([^)\n]*\)/u;

/** Gate 2→3. */
export function designGate(design: string, mode: Mode): string[] {
  const missing: string[] = [];
  if (filesNamed(design).length === 0) missing.push('a list of the files to implement');
  if (!codeIn(design).some((line) => SIGNATURE.test(line)))
    missing.push('the interfaces: signatures of functions or classes, as code');
  if (!hasHeading(design, ['테스트', 'Test'])) missing.push('the section "## Tests" (or "## 테스트 전략")');
  if (!hasHeading(design, ['데이터 흐름', 'Data flow']))
    missing.push('the section "## Data flow" (or "## 데이터 흐름")');
  if (mode === 'HEAVY' && !hasHeading(design, ['위험', 'Risk']))
    missing.push('the section "## Risks" (or "## 위험 요소")');
  return missing;
}

/** The files a design wants changed: those of its list of files, or all it names when no section is called so. */
export function designFiles(design: string): string[] {
  const lists = sectionsOf(design).filter(({ heading }) => isAbout(heading, ['파일', 'File']));
  const named = filesNamed(lists.map(({ body }) => body).join('\n'));
  return (named.length > 0 ? named : filesNamed(design)).map(({ path }) => path);
}

/** QG1 and QG3 by code: they overrule an APPROVE. */
export function codeChecks(plan: string, exists: (path: string) => boolean): string[] {
  const gone = filesNamed(plan).filter(({ path, isNew }) => !isNew && !exists(path));
  return [
    ...gone.map(({ path }) => `QG1: ${path} does not exist; mark files that are made as (new) / (신규)`),
    ...vagueWords(plan).map(
      ({ word, line }) => `QG3: "${word}" in line ${line} says nothing that can be checked`,
    ),
  ];
}
