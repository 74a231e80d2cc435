import { placeOf, STATE, protectedPlace } from './protected.ts';
import { DONE, STATE_FOLDER, STATE_IS_OURS, type Held } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** The longest path a system takes; what is longer names no file. */
const PATH_CAP = 4_096;
const WORDS_CAP = 1_000;

/**
 * Tools of MCP servers: while a gate is closed only those that the config names, and in no phase one that is told of
 * the workflow's state. What a server says of a tool (its read-only annotation) does not reach a hook: Claude Code
 * 2.1.197 sends the tool's name, its arguments and the call's id.
 */
export function judgeForeignTool(
  around: Surroundings,
  start: string,
  tool: string,
  args: Record<string, unknown>,
  states: readonly Held[],
): string | null {
  if (around.mcpTools().some((pattern) => matches(pattern, tool))) return null;
  const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
  if (why === undefined) {
    const isDone = states.every(({ phase }) => phase === DONE);
    return !isDone && speaksOfState(around, start, args, states)
      ? `${tool} on ${STATE}: ${STATE_IS_OURS}`
      : null;
  }
  return `${tool}: ${why}. Tools of MCP servers run outside the sandbox; one that only reads can be named in \`develop.mcp_tools\` of autodev's config by a person`;
}

/** Whether anything it is given speaks of the state, or is the path of what belongs to it. */
function speaksOfState(
  around: Surroundings,
  start: string,
  args: Record<string, unknown>,
  states: readonly Held[],
): boolean {
  const left: unknown[] = [args];
  for (let seen = 0; left.length > 0; seen += 1) {
    // More than anybody gives a tool: it is not looked through for as long as that takes.
    if (seen > WORDS_CAP) return true;
    const value = left.pop();
    if (typeof value === 'object' && value !== null)
      left.push(...Object.values(value).slice(0, WORDS_CAP + 1));
    if (typeof value !== 'string') continue;
    if (value.toLowerCase().includes(STATE_FOLDER)) return true;
    const isPath = value.length <= PATH_CAP && !value.includes('\n');
    if (isPath && protectedPlace(around, states, placeOf(around, start, value)) === STATE) return true;
  }
  return false;
}

function matches(pattern: string, tool: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === tool;
  let at = 0;
  for (const [k, part] of parts.entries()) {
    const found = k === parts.length - 1 ? Math.max(tool.length - part.length, at) : tool.indexOf(part, at);
    if (found === -1 || (k === 0 && found !== 0) || !tool.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return at === tool.length;
}
