/** One turn of a scripted model, in words that every CLI has a tool for. */
export type Turn = (
  | { say: string }
  | { write: string; text: string }
  | { bash: string }
  /** The structured answer that was asked for. */
  | { answer: unknown }
  /** Any tool, called by the CLI's own name for it; `{cwd}` in a text stands for the working directory. */
  | { call: string; input: Record<string, unknown> }
  | { fault: Fault }
) & { usage?: { input: number; output: number } };

export type Fault =
  /** Takes the request and never answers. */
  | 'hang'
  /** Answers half and then falls silent. */
  | 'stall'
  /** Answers half and then closes the connection. */
  | 'cut'
  /** Answers half and then sends an error event. */
  | 'sse_error'
  /** Answers with this HTTP status; `body` is the provider's own JSON, `headers` what it says beside. */
  | { status: number; retryAfter?: number; headers?: Readonly<Record<string, string>>; body?: unknown };

export type Dialect = 'claude' | 'codex' | 'gemini';

/** What aimock is told to answer. */
export interface Reply {
  content?: string;
  toolCalls?: { name: string; arguments: string }[];
  usage?: Record<string, number>;
}

const USAGE = { input: 1_000, output: 100 };
export const PARTIAL = 'the first half of an answer that has a second half as well';

export function replyFor(turn: Turn, dialect: Dialect, cwd: string): Reply {
  const { input, output } = turn.usage ?? USAGE;
  const usage =
    dialect === 'gemini'
      ? { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output }
      : { input_tokens: input, output_tokens: output };
  const call = (name: string, args: Record<string, unknown>): Reply => ({
    toolCalls: [{ name, arguments: JSON.stringify(args) }],
    usage,
  });
  if ('fault' in turn) return { content: PARTIAL, usage };
  if ('say' in turn) return { content: turn.say, usage };
  if ('call' in turn) {
    return call(
      turn.call,
      JSON.parse(JSON.stringify(turn.input).replaceAll('{cwd}', cwd)) as typeof turn.input,
    );
  }
  if ('answer' in turn) {
    return dialect === 'claude'
      ? call('StructuredOutput', turn.answer as Record<string, unknown>)
      : { content: JSON.stringify(turn.answer), usage };
  }
  if ('bash' in turn) {
    if (dialect === 'codex') return call('exec_command', { cmd: turn.bash });
    if (dialect === 'gemini') return call('run_shell_command', { command: turn.bash });
    return call('Bash', { command: turn.bash, description: 'scripted' });
  }
  const path = turn.write.startsWith('/') ? turn.write : `${cwd}/${turn.write}`;
  if (dialect === 'codex') {
    const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    return call('exec_command', { cmd: `printf %s ${quote(turn.text)} > ${quote(path)}` });
  }
  return call(dialect === 'gemini' ? 'write_file' : 'Write', { file_path: path, content: turn.text });
}
