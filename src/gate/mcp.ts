import type { Held } from './state.ts';

/**
 * Tools of MCP servers while a gate is closed: only those that the config names. What a server says of a tool (its
 * read-only annotation) does not reach a hook: Claude Code 2.1.197 sends the tool's name, its arguments and the call's id.
 */
export function judgeForeignTool(
  tool: string,
  states: readonly Held[],
  allowed: () => readonly string[],
): string | null {
  const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
  if (why === undefined || allowed().some((pattern) => matches(pattern, tool))) return null;
  return `${tool}: ${why}. Tools of MCP servers run outside the sandbox; one that only reads can be named in \`develop.mcp_tools\` of autodev's config by a person`;
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
