import type { Language } from '../../words.ts';

const en = {
  promoted: (n: number, from: string, to: string, why: string) => `[Phase ${n}] ${from} -> ${to}: ${why}`,
  manyFiles: (n: number) => `${n} files`,
  manyBuilds: 'the build failed twice',
  manyCycles: 'more than 3 QA cycles',
  critic: (n: number) => `the critic did not approve in ${n} rounds: approved by force`,
  planGate: 'the plan misses what gate 1→2 asks for',
  designGate: 'the design misses what gate 2→3 asks for',
  writer: (what: string) => `${what} was not written, twice`,
  environment: (n: number, detail: string) =>
    `[Phase ${n}] Environment error: ${detail}. The environment has to be set up.`,
  cannotStart: (goal: string, detail: string) => `${goal} cannot run here: ${detail}`,
  same: (n: number, signature: string) =>
    `[Phase ${n}] The same failure three times: ${signature}. Root cause reported.`,
  back: (n: number) => `[Phase ${n}] An earlier set of failures came back.`,
  cycles: (n: number, list: string) => `[Phase 4] ${n} QA cycles used up. Unresolved: ${list}`,
  lightQa: (list: string) => `[Phase 4] QA failed: ${list}`,
  completed: (json: string) => `[Phase 3] IMPLEMENTATION_COMPLETED: ${json}`,
  failed: (list: string) => `[Phase 3] IMPLEMENTATION_FAILED: ${list}`,
  iterations: (n: number) => `${n} iterations used up`,
  lightBuild: 'the build failed twice and the run may not be promoted',
  rejected: '[Phase 3] The architect rejected twice. A person has to judge.',
  architect: 'the architect gate rejected the implementation twice',
  coverage: (percent: number) => `coverage is ${percent} %, under 80 %`,
  old: (list: string) => `[Phase 0] Red before the run, not blamed on it: ${list}`,
  skipped: (list: string) => `[Phase 0] No command for: ${list} (SKIP)`,
  reentry: (n: number) =>
    `[Phase 5] CHECK entered again ${n} times. Unresolved issues are reported, then it ends.`,
  improvements: (n: number) => `[Phase 5] ${n} attempts to improve used up. Final result is reported.`,
  stopped: 'a person said stop',
  byHand: 'left to be improved by hand',
  finished: 'ended by a person with open points',
  dryRun: 'dry run',
  gap: (n: number, rate: number) => `[Phase ${n}] gap ${rate} %`,
  outside: (name: string, paths: string) => `[Phase 3] ${name} left its paths, taken back: ${paths}`,
  noForge: '[Phase 1] no forge: no issue is linked',
  noIssues: '[Phase 1] no forge: issues are not looked at',
  issue: (n: number) => `[Phase 1] issue #${n}`,
  dryPhases: (mode: string) => `Phases of a ${mode} run:`,
  change: (what: string) => `Change ${what} now, then go on.`,
  aside: (ref: string) => `Files of a step that was not finished are set aside: git show ${ref}`,
  notSettled: (why: string) => `The files could not be put back: ${why}`,
  goOn: (n: number, open: readonly string[]) =>
    `Earlier attempts came as far as iteration ${n}. Still open:\n${open.join('\n')}\nTheir changes are in the files already. Go on from there.`,
  askFailed: (list: string) =>
    `The implementation failed: ${list}\nGo on to CHECK with it as it is, or stop?`,
  askWarning: (text: string) => `${text}. Go on, or stop?`,
};

type LeadWords = typeof en;

const ko: LeadWords = {
  promoted: (n, from, to, why) => `[Phase ${n}] ${from} -> ${to} 자동 승격: ${why}`,
  manyFiles: (n) => `영향 파일 ${n}개`,
  manyBuilds: '빌드 실패 2회',
  manyCycles: 'QA 3사이클 초과',
  critic: (n) => `Critic ${n}회 반복으로 강제 승인`,
  planGate: 'Phase 1→2 Gate 필수 섹션 누락',
  designGate: 'Phase 2→3 Gate 필수 항목 누락',
  writer: (what) => `${what} 작성 실패 2회`,
  environment: (n, detail) => `[Phase ${n}] 환경 오류 감지: ${detail}. 환경 설정 필요.`,
  cannotStart: (goal, detail) => `${goal} 실행 불가: ${detail}`,
  same: (n, signature) => `[Phase ${n}] 동일 실패 3회: ${signature}. Root cause 보고.`,
  back: (n) => `[Phase ${n}] 이전 실패 집합이 다시 나타남.`,
  cycles: (n, list) => `[Phase 4] QA ${n}회 도달. 미해결: ${list}`,
  lightQa: (list) => `[Phase 4] QA 실패: ${list}`,
  completed: (json) => `[Phase 3] IMPLEMENTATION_COMPLETED: ${json}`,
  failed: (list) => `[Phase 3] IMPLEMENTATION_FAILED: ${list}`,
  iterations: (n) => `${n}회 도달`,
  lightBuild: '빌드 실패 2회, 승격 불가',
  rejected: '[Phase 3] Architect 2회 거부. 사용자 판단 필요.',
  architect: 'Architect Gate 2회 거부',
  coverage: (percent) => `커버리지 ${percent}% (80% 미만)`,
  old: (list) => `[Phase 0] 실행 전부터 실패 (이번 작업과 무관): ${list}`,
  skipped: (list) => `[Phase 0] 명령 없음: ${list} (SKIP)`,
  reentry: (n) => `[Phase 5] Phase 4 재진입 ${n}회 초과. 미해결 이슈 보고 후 종료.`,
  improvements: (n) => `[Phase 5] 누적 ${n}회 개선 시도 초과. 최종 결과 보고.`,
  stopped: '사용자가 중단함',
  byHand: '수동 수정으로 남김',
  finished: '사용자가 미해결 상태로 완료함',
  dryRun: 'dry run',
  gap: (n, rate) => `[Phase ${n}] gap ${rate}%`,
  outside: (name, paths) => `[Phase 3] ${name} 담당 범위 밖 변경을 되돌림: ${paths}`,
  noForge: '[Phase 1] forge 없음: 이슈를 연동하지 않음',
  noIssues: '[Phase 1] forge 없음: 이슈를 확인하지 않음',
  issue: (n) => `[Phase 1] 이슈 #${n}`,
  dryPhases: (mode) => `${mode} 모드 실행 계획:`,
  change: (what) => `${what} 수정 후 진행하세요.`,
  aside: (ref) => `완료되지 않은 단계의 파일을 따로 보관함: git show ${ref}`,
  notSettled: (why) => `파일을 되돌리지 못함: ${why}`,
  goOn: (n, open) =>
    `이전 시도에서 ${n}회까지 진행됨. 남은 이슈: ${open.join('; ')}.\n이전 시도의 변경 사항은 이미 파일에 반영되어 있음. 이어서 진행.`,
  askFailed: (list) => `구현 실패: ${list}\n이대로 CHECK로 진행할까요, 중단할까요?`,
  askWarning: (text) => `${text}. 진행할까요, 중단할까요?`,
};

/** What the lead says by itself, as the seed says it. */
export function leadWords(language: Language): LeadWords {
  return language === 'ko' ? ko : en;
}
