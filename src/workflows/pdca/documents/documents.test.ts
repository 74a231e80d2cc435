import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { complexityBlock, scoreOf } from '../complexity.ts';
import { feedbackFor } from '../verdicts/feedback.ts';
import { codeChecks, designFiles, designGate, lightGate, planGate } from './gates.ts';
import { filesNamed } from './paths.ts';
import { checkedFeature, slugOf } from './slug.ts';
import { vagueWords } from './vague.ts';
import { verdictLine } from '../verdicts/verdict-line.ts';

const KO_PLAN = '# 계획\n\n## 배경\n인사\n\n## 구현 범위\n- `src/greet.ts`\n\n## 위험 요소\n없음\n';
const EN_PLAN = '# Plan\n\n## 1. Background\nx\n\n## Scope\n- src/greet.ts\n\n### Risks\nnone\n';

describe('gate 1→2', () => {
  test('the same plan passes in Korean and in English', () => {
    assert.deepEqual(planGate(KO_PLAN), []);
    assert.deepEqual(planGate(EN_PLAN), []);
    assert.deepEqual(
      planGate(
        KO_PLAN.replace('배경', '문제 정의').replace('구현 범위', '범위').replace('위험 요소', '위험'),
      ),
      [],
    );
    assert.deepEqual(planGate(EN_PLAN.replace('Background', 'Problem')), []);
  });
  test('each missing section is named', () => {
    for (const [gone, word] of [
      ['## 배경', 'Background'],
      ['## 구현 범위', 'Scope'],
      ['`src/greet.ts`', 'files'],
      ['## 위험 요소', 'Risks'],
    ] as const) {
      const missing = planGate(KO_PLAN.replace(gone, 'x'));
      assert.equal(missing.length, 1, gone);
      assert.match(missing[0] ?? '', new RegExp(word));
    }
  });
  test('a heading inside a fence is no heading', () => {
    assert.equal(planGate(`\`\`\`\n${KO_PLAN}\`\`\`\n`).length, 3);
  });
  test('LIGHT: fifty characters and one file', () => {
    assert.equal(lightGate('').length, 2);
    assert.equal(lightGate(`Change src/greet.ts ${'x'.repeat(50)}`).length, 0);
    assert.equal(lightGate('y'.repeat(60)).length, 1);
  });
});

describe('gate 2→3', () => {
  const design =
    '## Files\n- src/a.ts\n\n## API\n```ts\nfunction greet(name: string): string\n```\n\n## Test strategy\nx\n\n## Data flow\nx\n';
  test('Korean and English headings', () => {
    assert.deepEqual(designGate(design, 'STANDARD'), []);
    assert.deepEqual(
      designGate(
        design.replace('Test strategy', '테스트 전략').replace('Data flow', '데이터 흐름'),
        'STANDARD',
      ),
      [],
    );
  });
  test('HEAVY wants the risks too', () => {
    assert.equal(designGate(design, 'HEAVY').length, 1);
    assert.deepEqual(designGate(`${design}## 위험\nx\n`, 'HEAVY'), []);
  });
  test('a signature has to be code', () => {
    assert.equal(designGate(design.replaceAll('```', ''), 'STANDARD').length, 1);
    assert.deepEqual(
      designGate(`${design.replace(/```ts[\s\S]*```/, '')}\n\`greet(name)\`\n`, 'STANDARD'),
      [],
    );
  });
  test('the files it wants are those of its list, not every file it mentions', () => {
    assert.deepEqual(designFiles(`${design}\nAs in src/old.ts.\n`), ['src/a.ts']);
    assert.deepEqual(designFiles('## Anything\nsrc/b.ts\n'), ['src/b.ts']);
  });
});

describe('quality gates by code', () => {
  test('QG1: files that do not exist, unless they are marked new', () => {
    const plan =
      '- `src/old.ts`\n- `src/new.ts` (new)\n- src/gone.py\n- docs/새.md (신규)\n- https://example.org/x.html\n- v1.2.ts\n';
    const checks = codeChecks(plan, (path) => path === 'src/old.ts' || path === 'v1.2.ts');
    assert.deepEqual(
      checks.map((each) => each.split(' ')[1]),
      ['src/gone.py'],
    );
  });
  test('QG3: vague words in both languages', () => {
    const words = (text: string) => vagueWords(text).map(({ word }) => word);
    for (const word of [
      '적절히',
      '필요 시',
      '가능하면',
      '기타',
      'appropriately',
      'as needed',
      'if possible',
      'etc.',
      'and so on',
    ])
      assert.deepEqual(words(`Handle it ${word} here`), [word]);
    assert.deepEqual(words('Handle errors As  Needed'), ['as needed']);
    assert.deepEqual(vagueWords('fine\netc.'), [{ word: 'etc.', line: 2 }]);
  });
  test('등 counts only as a word of its own, outside code', () => {
    const has = (text: string) => vagueWords(text).length > 0;
    assert.ok(has('오류, 경고 등 처리'));
    assert.ok(has('오류 등.'));
    assert.ok(!has('사용자 등록과 평등, 동등 비교'));
    assert.ok(!has('`오류 등`'));
    assert.ok(!has('```\n오류 등\n```'));
    assert.ok(!has('`etc.` and /etc/passwd'));
  });
  test('a file is named once, and new when marked anywhere', () => {
    assert.deepEqual(filesNamed('src/a.ts and `src/a.ts` (new), ./b.py; ../c.ts'), [
      { path: 'src/a.ts', isNew: true },
      { path: 'b.py', isNew: false },
    ]);
  });
});

describe('files that a document names', () => {
  const paths = (text: string) => filesNamed(text).map(({ path }) => path);
  test('runtimes, members of values, calls and addresses are no files', () => {
    for (const text of [
      'Node.js 24 is the runtime',
      '- Node.js 24 is the runtime',
      'as `Next.js` and Vue.js do',
      'read process.env and import.meta.env',
      'req.env',
      'answers with res.json()',
      'calls `load.json(x)`',
      'of obj.json',
      'see github.com/x/README.md',
      'https://example.org/a.html',
      'Charting.js draws it',
    ])
      assert.deepEqual(paths(text), [], text);
  });
  test('names without a folder are files where they can be meant', () => {
    for (const text of [
      'Change main.py',
      '- App.js',
      '`App.js`',
      'App.js (new)',
      'package.json',
      'Makefile를 고친다',
    ])
      assert.equal(paths(text).length, 1, text);
    assert.deepEqual(paths('`.github/workflows/ci.yml`, src/greet.ts를, src/a.ts:12, app/[id]/page.tsx.'), [
      '.github/workflows/ci.yml',
      'src/greet.ts',
      'src/a.ts',
      'app/[id]/page.tsx',
    ]);
  });
  test('a document that is made to be slow is looked through at once', () => {
    const size = 256 * 1024;
    for (const one of ['가', '-', 'a-', 'a.ts/', '\n', ' '])
      for (const head of ['', '# ', '```\n']) {
        const text = head + one.repeat(size / one.length);
        filesNamed(text);
        designGate(text, 'HEAVY');
        planGate(text);
        vagueWords(text);
      }
  });
});

describe('complexity', () => {
  const answer = {
    files: ['a', 'b', 'c'],
    modules: ['m'],
    new_pattern: { value: true, why: 'an event bus' },
    new_dependency: { value: false, why: '' },
  };
  test('the block as the seed prints it', () => {
    assert.equal(
      complexityBlock(scoreOf(answer, 'ralplan 해줘', 'ko'), 'ko'),
      [
        '=== 복잡도 판단 ===',
        '파일 범위: 1점 (파일 3개)',
        '아키텍처: 1점 (an event bus)',
        '의존성:   0점 (기존 의존성만 사용)',
        '모듈 영향: 0점 (모듈 1개)',
        '사용자 명시: 1점',
        '총점: 3/5 -> STANDARD',
        '===================',
      ].join('\n'),
    );
  });
  test('0–1 LIGHT, 2–3 STANDARD, 4–5 HEAVY; the same file twice is one file', () => {
    assert.equal(scoreOf({ ...answer, files: ['a', 'a', 'a'] }, '').total, 1);
    const silent = { files: [], modules: [] };
    const why = (value: boolean) => {
      const said = { value, why: '' };
      const { points } = scoreOf({ ...silent, new_pattern: said, new_dependency: said }, '', 'ko');
      return points.slice(1, 3).map((point) => point.why);
    };
    assert.deepEqual(why(true), ['새 패턴/구조 도입', '새 라이브러리/서비스 추가']);
    assert.deepEqual(why(false), ['기존 패턴 내 수정', '기존 의존성만 사용']);
    assert.equal(scoreOf(answer, '').mode, 'STANDARD');
    const all = { ...answer, modules: ['a', 'b'], new_dependency: { value: true, why: '' } };
    assert.deepEqual([scoreOf(all, '').mode, scoreOf(all, 'Ralplan').total], ['HEAVY', 5]);
  });
});

describe('feature names', () => {
  test('a slug of the task, in its own letters', () => {
    assert.equal(slugOf('Add a Greeting!'), 'add-a-greeting');
    assert.equal(slugOf('인사말 추가'), '인사말-추가');
  });
  test('tricks come to nothing', () => {
    for (const trick of [
      '../../etc/passwd',
      '-rf',
      'a..b',
      '.lock',
      'HEAD',
      'con',
      '~^:?*[',
      'x\u0000y',
      'a\u202Eb',
      'ＦＵＬＬ',
    ])
      assert.match(slugOf(trick), /^(?!-)[\p{Ll}\p{Lo}\p{N}-]+(?<!-)$/u, trick);
    assert.equal(slugOf('💥'), 'task');
    assert.ok(slugOf('word '.repeat(50)).length <= 48);
  });
  test('--feature takes only a name that needs no change, and says a good one', () => {
    assert.equal(checkedFeature('live-chat'), 'live-chat');
    assert.equal(checkedFeature('작별-인사'.normalize('NFD')), '작별-인사');
    for (const bad of ['', '../x', 'A', 'a--b', 'a/b', 'head', 'x'.repeat(60)])
      assert.throws(() => checkedFeature(bad), { code: 'invalid_input' });
  });
});

test('feedback over 5,000 tokens keeps the last three in full and one line of the others', () => {
  const long = Array.from(
    { length: 5 },
    (_, at) => `first line ${at + 1}\n${'word '.repeat(1_200)}end ${at + 1}`,
  );
  const text = feedbackFor(long);
  assert.match(text, /^Iteration 1: first line 1$/m);
  assert.ok(!text.includes('end 2') && text.includes('end 3') && text.includes('end 5'));
  assert.ok(feedbackFor(['a', 'b']).includes('Iteration 1:\na'));
});

test('a verdict is the first line; anything else is none', () => {
  assert.deepEqual(verdictLine('VERDICT: REJECT\nDOMAIN: build\nwhy'), {
    verdict: 'REJECT',
    domain: 'build',
    rest: 'DOMAIN: build\nwhy',
  });
  assert.equal(verdictLine('I think\nVERDICT: APPROVE'), undefined);
  assert.equal(verdictLine('VERDICT: APPROVE or REVISE'), undefined);
});
