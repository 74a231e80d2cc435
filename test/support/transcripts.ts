import { seeded, type Seeded } from './seeded.ts';

/**
 * Sessions as Claude Code 2.1 writes them (layout of the recorded fixtures): prompts, answers in one record
 * per block, tool results with their copy in `toolUseResult`. Most bytes are results, as in real life.
 */
export interface SessionPlan {
  cwd: string;
  session: string;
  /** About how many bytes. */
  bytes: number;
  startMs: number;
  marked: boolean;
}

type Json = Record<string, unknown>;

const WORDS =
  `const function return import export await async class interface if else for while true false null
  string number error value result index session "quoted" 'single' path/to/file.ts {x: 1} [a, b] => //comment
  한국어 로그인 오류 테스트 \\n == && || 🙂`.split(/\s+/);
const COMMANDS = [
  'git status',
  'npm test',
  'cd src && npx tsc -p .',
  'ls -la',
  'oxlint --fix',
  'git add . && git commit -m "x"',
  'cargo build',
  'cat a.txt',
  'sudo env A=1 pytest -q',
  'rg foo',
];
const TOOLS = 'Bash Bash Bash Read Read Read Edit Edit Write Grep Glob TodoWrite'.split(' ');
const MODELS = ['claude-sonnet-4-5-20250929', 'claude-opus-4-5-20251101', 'claude-haiku-4-5'];

export function transcriptWriter(seed: number): (plan: SessionPlan) => string[] {
  const random = seeded(seed);
  let corpus = '';
  while (corpus.length < 200_000) corpus += random.pick(WORDS) + (random.fraction() < 0.12 ? '\n' : ' ');
  const text = (length: number): string => {
    const at = random.below(Math.max(1, corpus.length - length - 1));
    return corpus.slice(at, at + length);
  };
  /** Sizes spread as real ones do: most are small, some large. */
  const size = (middle: number, spread: number): number =>
    Math.round(middle * Math.exp(spread * (random.fraction() + random.fraction() + random.fraction() - 1.5)));
  return (plan) => session(plan, random, text, size);
}

function session(
  plan: SessionPlan,
  random: Seeded,
  text: (length: number) => string,
  size: (middle: number, spread: number) => number,
): string[] {
  const lines: string[] = [];
  let bytes = 0;
  let at = plan.startMs;
  let previous: string | null = null;
  const when = () => {
    at += 1 + random.below(20_000);
    return new Date(at).toISOString();
  };
  const place = () => ({
    userType: 'external',
    entrypoint: 'cli',
    cwd: plan.cwd,
    sessionId: plan.session,
    version: '2.1.197',
    gitBranch: 'main',
  });
  const add = (record: Json) => {
    const line = JSON.stringify(record);
    lines.push(line);
    bytes += Buffer.byteLength(line) + 1;
    previous = (record['uuid'] as string | undefined) ?? previous;
  };
  const stamp = () => ({ uuid: random.uuid(), timestamp: when() });

  while (bytes < plan.bytes) {
    const promptId = random.uuid();
    const marked = plan.marked && lines.length === 0 ? '[autodev] ' : '';
    const user = () => ({ parentUuid: previous, isSidechain: false, promptId, type: 'user' });
    const asked = `${marked}${text(size(250, 1)).trim() || 'go on'}`;
    add({ ...user(), message: { role: 'user', content: asked }, ...stamp(), ...place() });
    if (lines.length < 3) {
      const attachment = { type: 'skill_listing', content: text(5_000) };
      add({
        parentUuid: previous,
        isSidechain: false,
        attachment,
        type: 'attachment',
        ...stamp(),
        ...place(),
      });
    }
    const turns = 5 + random.below(20);
    for (let turn = 0; turn < turns && bytes < plan.bytes; turn += 1) {
      const written = random.below(9_000);
      const usage = {
        input_tokens: random.below(50),
        cache_creation_input_tokens: written,
        cache_read_input_tokens: random.below(90_000),
        output_tokens: random.below(900),
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: 'standard',
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: written },
        inference_geo: '',
        iterations: [],
        speed: 'standard',
      };
      const id = `msg_01${random.hex(22)}`;
      const requestId = `req_011${random.hex(20)}`;
      const model = random.pick(MODELS);
      const answer = (block: Json) =>
        add({
          parentUuid: previous,
          isSidechain: false,
          message: {
            id,
            type: 'message',
            role: 'assistant',
            model,
            content: [block],
            stop_reason: 'tool_use',
            stop_sequence: null,
            usage,
            stop_details: null,
          },
          requestId,
          type: 'assistant',
          ...stamp(),
          ...place(),
        });
      if (random.fraction() < 0.3)
        answer({ type: 'thinking', thinking: text(size(500, 1.2)), signature: random.hex(400) });
      if (random.fraction() < 0.4) answer({ type: 'text', text: text(size(300, 1)) });
      const calls = Array.from({ length: random.fraction() < 0.2 ? 2 : 1 }, () => ({
        id: `toolu_01${random.hex(22)}`,
        name: random.pick(TOOLS),
      }));
      for (const call of calls)
        answer({ type: 'tool_use', ...call, input: toolInput(call.name, plan.cwd, random, text, size) });
      for (const call of calls) {
        const result = text(
          call.name === 'Read' ? size(4_500, 1) : call.name === 'Bash' ? size(1_500, 1.3) : size(600, 1),
        );
        add({
          ...user(),
          message: {
            role: 'user',
            content: [
              {
                tool_use_id: call.id,
                type: 'tool_result',
                content: call.name === 'Grep' ? [{ type: 'text', text: result }] : result,
                is_error: false,
              },
            ],
          },
          ...stamp(),
          toolUseResult:
            call.name === 'Read'
              ? { type: 'text', file: { filePath: 'x', content: result, numLines: 5 } }
              : { stdout: result, stderr: '', interrupted: false },
          sourceToolAssistantUUID: random.uuid(),
          ...place(),
        });
      }
    }
  }
  return lines;
}

function toolInput(
  name: string,
  cwd: string,
  random: Seeded,
  text: (length: number) => string,
  size: (middle: number, spread: number) => number,
): Json {
  const file_path = `${cwd}/src/f${random.below(200)}.ts`;
  switch (name) {
    case 'Bash':
      return { command: random.pick(COMMANDS), description: 'scripted' };
    case 'Edit':
      return {
        replace_all: false,
        file_path,
        old_string: text(size(200, 1)),
        new_string: text(size(250, 1)),
      };
    case 'Write':
      return { file_path, content: text(size(2_500, 1)) };
    case 'Read':
      return { file_path };
    case 'TodoWrite':
      return { todos: [{ content: text(60), status: 'pending' }] };
    default:
      return { pattern: text(12), path: cwd };
  }
}
