import type { Language } from '../words.ts';
import type { Complexity } from './verdicts/answers.ts';
import { modeOf, type Mode } from './mode.ts';

export interface Score {
  /** In the order of the block: files, architecture, dependencies, modules, asked for. */
  points: readonly { value: 0 | 1; why: string }[];
  total: number;
  mode: Mode;
}

/**
 * Five conditions of one point each, counted by code from the answer and from the request. Without an answer the two
 * that can be counted are taken to be met: a task nobody could measure is not a light one.
 */
export function scoreOf(answer: Complexity | undefined, request: string, language: Language = 'en'): Score {
  const say = WORDS[language];
  const bit = (met: boolean): 0 | 1 => (met ? 1 : 0);
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160);
  const files = new Set(answer?.files ?? []).size;
  const modules = new Set(answer?.modules ?? []).size;
  const asked = /\bralplan\b/i.test(request);
  const points = [
    answer === undefined
      ? { value: bit(true), why: say.unknown }
      : { value: bit(files >= 3), why: say.files(files) },
    reason(answer?.new_pattern, say.pattern),
    reason(answer?.new_dependency, say.dependency),
    answer === undefined
      ? { value: bit(true), why: say.unknown }
      : { value: bit(modules >= 2), why: say.modules(modules) },
    { value: bit(asked), why: '' },
  ];
  const total = points.reduce<number>((sum, { value }) => sum + value, 0);
  return { points, total, mode: modeOf(total) };

  // A teammate that gives no reason: the seed's own words for what it answered.
  function reason(
    said: { value: boolean; why: string } | undefined,
    words: readonly [no: string, yes: string],
  ) {
    const value = bit(said?.value === true);
    return { value, why: oneLine(said?.why ?? '') || words[value] };
  }
}

const WORDS = {
  en: {
    unknown: 'not answered',
    files: (n: number) => `${n} ${n === 1 ? 'file' : 'files'}`,
    modules: (n: number) => `${n} ${n === 1 ? 'module' : 'modules'}`,
    pattern: ['existing patterns', 'a new pattern'],
    dependency: ['existing dependencies', 'a new dependency'],
  },
  ko: {
    unknown: '응답 없음',
    files: (n: number) => `파일 ${n}개`,
    modules: (n: number) => `모듈 ${n}개`,
    pattern: ['기존 패턴 내 수정', '새 패턴/구조 도입'],
    dependency: ['기존 의존성만 사용', '새 라이브러리/서비스 추가'],
  },
} as const;

const BLOCK = {
  ko: {
    head: '=== 복잡도 판단 ===',
    rows: ['파일 범위: ', '아키텍처: ', '의존성:   ', '모듈 영향: ', '사용자 명시: '],
    point: '점',
    total: '총점: ',
    foot: '===================',
  },
  en: {
    head: '=== Complexity ===',
    rows: ['File scope:   ', 'Architecture: ', 'Dependencies: ', 'Modules:      ', 'Asked for:    '],
    point: '',
    total: 'Total: ',
    foot: '==================',
  },
} as const;

/** The block that is always printed, as the seed prints it. `mode` is what the run takes, which `--eco` decides. */
export function complexityBlock(score: Score, language: Language, mode: Mode = score.mode): string {
  const { head, rows, point, total, foot } = BLOCK[language];
  const lines = score.points.map(
    ({ value, why }, at) => `${rows[at]}${value}${point}${why === '' ? '' : ` (${why})`}`,
  );
  return [head, ...lines, `${total}${score.total}/5 -> ${mode}`, foot].join('\n');
}
