/** What the daemon itself writes for people, in both languages. What agents write comes from their prompts. */
export type Language = 'en' | 'ko';

const en = {
  analysisDone: 'I have looked into this and will implement it.',
  clarify: 'Before I can start, I need answers:',
  clarifyHow: 'Answer here, then remove the label `autodev:skip`; I will start again with your answers.',
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
    `After ${rounds} rounds of review these points are still open. Please decide.`,
  roundsApproved: (rounds: number) =>
    `**Warning:** approved after ${rounds} rounds of review with these points still open.`,
  gaveUp: (attempts: number) => `I tried ${attempts} times and did not get there. The last problem was:`,
  gaveUpHow: 'Remove the label `autodev:skip` to let me try again, or run `autodev retry` with this item.',
  conflictGaveUp:
    'I resolved conflicts twice and the base branch has moved again. Please merge this by hand.',
  needsPerson: 'This change needs a person:',
  protectedPaths: (paths: string) => `it touches protected paths (${paths})`,
  tooLarge: (size: string) => `it is larger than the limits allow (${size})`,
  secrets: (where: string) => `it adds what looks like a secret (${where})`,
  branchKept: (branch: string) => `The work is kept on the local branch \`${branch}\`.`,
  earlierFindings: 'Earlier remarks',
  status: (phase: string) => `**autodev** · ${phase}`,
  handedOver: 'another autodev is at work on this',
};

const ko: typeof en = {
  analysisDone: '분석을 마쳤습니다. 구현을 진행합니다.',
  clarify: '시작하기 전에 답변이 필요합니다:',
  clarifyHow: '여기에 답변한 뒤 `autodev:skip` 라벨을 제거하면 답변을 반영하여 다시 시작합니다.',
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
  roundsApproved: (rounds) => `**경고:** ${rounds}회 리뷰 후에도 다음 사항이 남은 채 승인되었습니다.`,
  gaveUp: (attempts) => `${attempts}번 시도했지만 완료하지 못했습니다. 마지막 문제:`,
  gaveUpHow: '`autodev:skip` 라벨을 제거하거나 `autodev retry`를 실행하면 다시 시도합니다.',
  conflictGaveUp: '충돌을 두 번 해결했지만 base 브랜치가 다시 변경되었습니다. 직접 머지해 주세요.',
  needsPerson: '이 변경은 사람의 확인이 필요합니다:',
  protectedPaths: (paths) => `보호된 경로를 수정합니다 (${paths})`,
  tooLarge: (size) => `허용된 크기를 넘습니다 (${size})`,
  secrets: (where) => `비밀 값으로 보이는 내용을 추가합니다 (${where})`,
  branchKept: (branch) => `작업은 로컬 브랜치 \`${branch}\`에 보관되어 있습니다.`,
  earlierFindings: '이전 리뷰 의견',
  status: (phase) => `**autodev** · ${phase}`,
  handedOver: '다른 autodev가 처리하고 있습니다',
};

export type Words = typeof en;

export function words(language: Language): Words {
  return language === 'ko' ? ko : en;
}
