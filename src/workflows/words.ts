import { z } from 'zod';

/** What the daemon itself writes for people, in both languages. What agents write comes from their prompts. */
export const language = z.enum(['en', 'ko']);
export type Language = z.infer<typeof language>;

const en = {
  analysisDone: 'I have looked into this and will implement it.',
  clarify: 'Before I can start, I need answers:',
  clarifyHow: (work: string) =>
    `Answer with \`autodev answer ${work} "…"\`, or answer here and remove the label \`autodev:skip\`; I will start again with your answers.`,
  unsureHow: (work: string) =>
    `To have it implemented as planned: \`autodev approve ${work}\`. To tell me more: \`autodev answer ${work} "…"\`, or say it here and remove the label \`autodev:skip\`.`,
  askUnsure: (confidence: string, threshold: string) =>
    `the confidence of the analysis (${confidence}) is below ${threshold}. Implement it as planned, stop, or say what is missing?`,
  askClarify: 'what should be done here?',
  askRounds: (rounds: number) =>
    `after ${rounds === 1 ? 'one round' : `${rounds} rounds`} of review some points are still open. Approve it as it is, continue with one more round, or stop?`,
  askRemarks: (rounds: number) =>
    `remarks of people have led to ${rounds} improvements already, and there are more. Continue with one more, or stop?`,
  askCi: (checks: string, rounds: number) =>
    `still red after ${rounds === 1 ? 'one improvement' : `${rounds} improvements`}: ${checks}. Continue with one more, or stop?`,
  remarkDone: (sha: string) => `Changed in ${sha}.`,
  remarkLeft: 'Nothing was changed for this.',
  remarkUnanswered: (sha: string | undefined) =>
    `Nothing was said about this${sha === undefined ? '' : `; what was changed is ${sha}`}. Please look whether it still stands.`,
  noAnswer: 'I have no answer to this; a person has to say.',
  askPatch: (reasons: string, commit: string) =>
    `the change (commit ${commit}): ${reasons}. Approve exactly this change, or stop?`,
  askConflict: 'it conflicts again after two resolutions. Continue with one more, or stop?',
  askBudget: (why: string, more: string) => `${why}. Allow it ${more} more, or stop?`,
  asks: (question: string) => `asks: ${question}`,
  answerHow: (work: string, options: string) =>
    `Answer with \`autodev answer ${work} ${options}\`, or remove the label \`autodev:skip\` to have it tried anew.`,
  answered: (by: string) => `**${by}** answered:`,
  removedBefore: (what: string) => `Removed before reading: ${what}.`,
  hidden: {
    comment: (n: number) => (n === 1 ? '1 HTML comment' : `${n} HTML comments`),
    element: (n: number) => (n === 1 ? '1 hidden element' : `${n} hidden elements`),
    attribute: (n: number) => (n === 1 ? '1 long attribute' : `${n} long attributes`),
    note: (n: number) => (n === 1 ? '1 unused definition' : `${n} unused definitions`),
    character: (n: number) => (n === 1 ? '1 invisible character' : `${n} invisible characters`),
  },
  hiddenIn: (what: string, where: string) => `${what} in the ${where}`,
  place: {
    title: 'title',
    issue: 'issue text',
    pull: 'description',
    comments: 'comments',
    diff: 'difference',
  },
  unsure: (confidence: string, threshold: string) =>
    `My confidence (${confidence}) is below the limit of ${threshold}, so I leave the decision to you.`,
  wontfix: 'I do not think this should be changed:',
  wontfixHow: 'If you see it differently, say why here and remove the label `autodev:skip`.',
  plan: 'Plan',
  files: 'Files',
  risks: 'Risks',
  checkpoints: 'Checkpoints',
  questions: 'Questions',
  closes: (number: number) => `Closes #${number}`,
  evidence: 'Checks',
  noChecks: 'No checks are configured for this repository.',
  cost: (usd: string) => `Cost so far: ${usd}`,
  approved: 'Nothing stands in the way of merging this.',
  changes: 'Some things have to change before this can be merged.',
  outside: 'Remarks on lines outside the diff:',
  roundsUsed: (rounds: number) =>
    `After ${rounds === 1 ? 'one round' : `${rounds} rounds`} of review these points are still open. Please decide.`,
  roundsApprovedBy: (by: string) => `**Approved by ${by}** with these points still open.`,
  roundsApproved: (rounds: number) =>
    `**Warning:** approved after ${rounds} rounds of review with these points still open.`,
  gaveUp: (attempts: number) => `I tried ${attempts} times and did not get there. The last problem was:`,
  gaveUpHow: 'Remove the label `autodev:skip` to let me try again, or run `autodev retry` with this item.',
  conflictGaveUp:
    'I resolved conflicts twice and the base branch has moved again. Please decide, or merge this by hand.',
  needsPerson: 'This change needs a person:',
  protectedPaths: (paths: string, why: string) => `it touches protected paths (${paths}): ${why}`,
  protectedBecause: {
    ci: 'CI and deployment run by it',
    git: 'git or its hooks run by it',
    merging: 'it decides who reviews and what is merged',
    agents: 'coding agents do what it says',
    editors: 'editors run by it',
    packages: 'package managers run by it',
    locked: 'it decides which code is installed',
    shell: 'shells run it by themselves',
    ours: 'autodev does what it says',
    scripts: 'its scripts run by themselves at an installation',
    configured: 'the configuration says so',
  },
  tooLarge: (size: string) => `it is larger than the limits allow (${size})`,
  secrets: (where: string) => `it adds what looks like a secret (${where})`,
  workKept: (commit: string) =>
    `The work is kept as commit \`${commit}\` in the daemon's clone; \`git show ${commit}\` there shows it.`,
  earlierFindings: 'Earlier remarks',
  status: (phase: string) => `**autodev** · ${phase}`,
  handedOver: 'another autodev is at work on this',
  stopped: 'stopped',
};

const ko: typeof en = {
  analysisDone: '분석을 마쳤습니다. 구현을 진행합니다.',
  clarify: '시작하기 전에 답변이 필요합니다:',
  clarifyHow: (work) =>
    `\`autodev answer ${work} "…"\`로 답변하거나, 여기에 답변한 뒤 \`autodev:skip\` 라벨을 제거하면 답변을 반영하여 다시 시작합니다.`,
  unsureHow: (work) =>
    `계획대로 구현하려면 \`autodev approve ${work}\`, 내용을 보충하려면 \`autodev answer ${work} "…"\`를 실행하거나 여기에 남긴 뒤 \`autodev:skip\` 라벨을 제거해 주세요.`,
  askUnsure: (confidence, threshold) =>
    `분석 확신도(${confidence})가 기준(${threshold})보다 낮습니다. 계획대로 구현할까요(approve), 중단할까요(stop), 아니면 무엇이 부족한가요?`,
  askClarify: '무엇을 해야 하나요?',
  askRounds: (rounds) =>
    `${rounds}회 리뷰 후에도 남은 사항이 있습니다. 그대로 승인(approve), 한 번 더 진행(continue), 중단(stop)?`,
  askRemarks: (rounds) =>
    `리뷰 의견에 따라 이미 ${rounds}회 수정했고 의견이 더 있습니다. 한 번 더 진행(continue)할까요, 중단(stop)할까요?`,
  askCi: (checks, rounds) =>
    `${rounds}회 수정 후에도 실패합니다: ${checks}. 한 번 더 진행(continue)할까요, 중단(stop)할까요?`,
  remarkDone: (sha) => `${sha}에서 수정했습니다.`,
  remarkLeft: '이 의견으로 변경한 것은 없습니다.',
  remarkUnanswered: (sha) =>
    `이 의견에 대한 답변이 없습니다${sha === undefined ? '' : ` (변경: ${sha})`}. 아직 유효한지 확인해 주세요.`,
  noAnswer: '답할 수 없습니다. 사람의 확인이 필요합니다.',
  askPatch: (reasons, commit) =>
    `변경(커밋 ${commit}): ${reasons}. 정확히 이 변경을 승인(approve)할까요, 중단(stop)할까요?`,
  askConflict: '두 번 해결한 뒤 다시 충돌합니다. 한 번 더 진행(continue)할까요, 중단(stop)할까요?',
  askBudget: (why, more) => `${why}. ${more} 더 허용(approve)할까요, 중단(stop)할까요?`,
  asks: (question) => `질문: ${question}`,
  answerHow: (work, options) =>
    `\`autodev answer ${work} ${options}\`로 답변하거나, \`autodev:skip\` 라벨을 제거하면 처음부터 다시 시도합니다.`,
  answered: (by) => `**${by}** 님의 답변:`,
  removedBefore: (what) => `읽기 전에 제거됨: ${what}.`,
  hidden: {
    comment: (n) => `HTML 주석 ${n}개`,
    element: (n) => `숨겨진 요소 ${n}개`,
    attribute: (n) => `긴 속성 ${n}개`,
    note: (n) => `쓰이지 않는 정의 ${n}개`,
    character: (n) => `보이지 않는 문자 ${n}개`,
  },
  hiddenIn: (what, where) => `${where}의 ${what}`,
  place: { title: '제목', issue: '이슈 본문', pull: '설명', comments: '댓글', diff: 'diff' },
  unsure: (confidence, threshold) => `확신도(${confidence})가 기준(${threshold})보다 낮아 결정을 맡깁니다.`,
  wontfix: '변경하지 않는 것이 좋다고 판단합니다:',
  wontfixHow: '다르게 생각하신다면 이유를 남기고 `autodev:skip` 라벨을 제거해 주세요.',
  plan: '구현 계획',
  files: '영향 파일',
  risks: '위험 요소',
  checkpoints: '체크포인트',
  questions: '질문',
  closes: (number) => `Closes #${number}`,
  evidence: '검증',
  noChecks: '이 저장소에는 설정된 검증 명령이 없습니다.',
  cost: (usd) => `현재까지 비용: ${usd}`,
  approved: '머지를 막는 문제가 없습니다.',
  changes: '머지 전에 수정이 필요합니다.',
  outside: 'diff 밖의 줄에 대한 의견:',
  roundsUsed: (rounds) => `${rounds}회 리뷰 후에도 다음 사항이 남아 있습니다. 결정해 주세요.`,
  roundsApprovedBy: (by) => `다음 사항이 남은 채 **${by}** 님이 승인했습니다.`,
  roundsApproved: (rounds) => `**경고:** ${rounds}회 리뷰 후에도 다음 사항이 남은 채 승인되었습니다.`,
  gaveUp: (attempts) => `${attempts}번 시도했지만 완료하지 못했습니다. 마지막 문제:`,
  gaveUpHow: '`autodev:skip` 라벨을 제거하거나 `autodev retry`를 실행하면 다시 시도합니다.',
  conflictGaveUp: '충돌을 두 번 해결했지만 base 브랜치가 다시 변경되었습니다. 결정하거나 직접 머지해 주세요.',
  needsPerson: '이 변경은 사람의 확인이 필요합니다:',
  protectedPaths: (paths, why) => `보호된 경로를 수정합니다 (${paths}): ${why}`,
  protectedBecause: {
    ci: 'CI와 배포가 이 파일에 따라 실행됩니다',
    git: 'git 또는 훅이 이 파일에 따라 실행됩니다',
    merging: '리뷰어와 머지 여부를 결정합니다',
    agents: '코딩 에이전트가 이 내용을 따릅니다',
    editors: '편집기가 이 파일에 따라 실행됩니다',
    packages: '패키지 관리자가 이 파일에 따라 실행됩니다',
    locked: '설치되는 코드를 결정합니다',
    shell: '셸이 스스로 실행합니다',
    ours: 'autodev가 이 내용을 따릅니다',
    scripts: '설치할 때 스크립트가 스스로 실행됩니다',
    configured: '설정에 따라 보호됩니다',
  },
  tooLarge: (size) => `허용된 크기를 넘습니다 (${size})`,
  secrets: (where) => `비밀 값으로 보이는 내용을 추가합니다 (${where})`,
  workKept: (commit) =>
    `작업은 데몬의 클론에 커밋 \`${commit}\`로 보관되어 있습니다. 그곳에서 \`git show ${commit}\`로 볼 수 있습니다.`,
  earlierFindings: '이전 리뷰 의견',
  status: (phase) => `**autodev** · ${phase}`,
  handedOver: '다른 autodev가 처리하고 있습니다',
  stopped: '중단됨',
};

export type Words = typeof en;

export function words(language: Language): Words {
  return language === 'ko' ? ko : en;
}
