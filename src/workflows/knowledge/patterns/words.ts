import type { Language } from '../../words.ts';

const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);
const tasks = (n: number): string => (n === 1 ? 'one task' : `${n} tasks`);

const EN = {
  failure: (message: string, count: number, of: number, earlier: number | null) =>
    `"${message}" ${times(count)} in ${tasks(of)}${earlier === null ? '' : `, up from ${earlier} a day in the week before`}`,
  remark: (remark: string, of: number, reviewed: number) =>
    `the same review remark in ${of} of ${tasks(reviewed)} reviewed: "${remark}"`,
  rounds: (of: number, rounds: number) =>
    `${tasks(of)} took three or more rounds of review, ${rounds} in all`,
  loop: (folder: string, of: number, failed: number) =>
    `the same tests failed again and again while ${place(folder, 'the top folder')} was changed: ${failed} failed runs in ${tasks(of)}`,
  hotFile: (path: string, of: number, edits: number) =>
    `${path} was changed by ${tasks(of)}, ${times(edits)}`,
};

const KO: typeof EN = {
  failure: (message, count, of, earlier) =>
    `"${message}" 오류 ${count}회, 작업 ${of}건${earlier === null ? '' : ` (지난주 하루 평균 ${earlier}회에서 증가)`}`,
  remark: (remark, of, reviewed) => `리뷰한 작업 ${reviewed}건 중 ${of}건에서 같은 지적: "${remark}"`,
  rounds: (of, rounds) => `작업 ${of}건이 리뷰를 세 번 이상 거침 (모두 ${rounds}회)`,
  loop: (folder, of, failed) =>
    `${place(folder, '최상위 폴더')} 수정 중 같은 테스트가 반복해서 실패: 작업 ${of}건, 실패 ${failed}회`,
  hotFile: (path, of, edits) => `${path} 파일을 작업 ${of}건이 ${edits}회 수정`,
};

const place = (folder: string, top: string): string => (folder === '.' ? top : `${folder}/`);

/** How patterns are told where no model words them. */
export function patternWords(language: Language): typeof EN {
  return language === 'ko' ? KO : EN;
}
