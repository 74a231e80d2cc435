import type { Dialect } from './turn.ts';

/** What a CLI asked the model, as far as the plan needs to understand it. */
export interface Asked {
  /** Whether it asks for a turn of the conversation (others warm up, count or name things). */
  call: boolean;
  model: string;
  messages: readonly Message[];
  /** The prompt the conversation is about: the last text a person (or we) wrote. */
  prompt: string;
  /** Whether nothing came after that prompt yet. */
  fresh: boolean;
  /** The folder the CLI works in, as it tells the model. */
  cwd: string;
}

interface Message {
  role?: string;
  content?: string | { type?: string; text?: string }[];
  parts?: { text?: string }[];
}

const CALL = /\/v1\/messages(\?|$)|\/responses(\?|$)|:(streamG|g)enerateContent(\?|$)/;
/** Texts the CLIs put beside the prompt by themselves. */
const THEIRS =
  /^\s*<(system-reminder|session_context|environment_context|user_instructions|skills)|^\[structured-output/;
const PLACE: Readonly<Record<Dialect, RegExp>> = {
  claude: /working directory: (\/[^\\\n"]+)/,
  codex: /<cwd>(\/[^<]+)<\/cwd>/,
  // The last of the list: for untrusted input the first is an empty folder.
  gemini: /Workspace Directories:\*\*(?:\\n {2}- \/[^\\\n]+)*\\n {2}- (\/[^\\\n]+)/,
};

export function understand(dialect: Dialect, method: string, path: string, body: string): Asked {
  let json: Record<string, unknown> = {};
  try {
    json = JSON.parse(body) as Record<string, unknown>;
  } catch {
    // A HEAD, or something that is none of ours.
  }
  const messages = (json['messages'] ?? json['input'] ?? json['contents'] ?? []) as Message[];
  const tools = json['tools'];
  const texts = messages.map((message) => (message.role === 'user' ? textsOf(message) : []));
  const at = texts.findLastIndex((list) => list.length > 0);
  return {
    call: method === 'POST' && CALL.test(path) && Array.isArray(tools) && tools.length > 0,
    model: typeof json['model'] === 'string' ? json['model'] : '',
    messages,
    prompt: texts[at]?.at(-1) ?? '',
    fresh: at >= 0 && !messages.slice(at + 1).some((message) => message.role !== 'system'),
    cwd: (PLACE[dialect].exec(body)?.[1] ?? '').trim(),
  };
}

function textsOf({ content, parts }: Message): string[] {
  const all =
    typeof content === 'string' ? [content] : [...(content ?? []), ...(parts ?? [])].map((p) => p.text);
  return all.filter((text) => text !== undefined && !THEIRS.test(text)) as string[];
}
