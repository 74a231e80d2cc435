import { isMap, isScalar, parseDocument } from 'yaml';
import type { Proposal } from './suggestion.ts';

/** Where suggestions may lead to. All of these are Markdown that agents read; none of them runs by itself. */
const ALLOWED = [
  /^CLAUDE\.md$/,
  /^\.claude\/rules\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.md$/,
  /^\.claude\/agents\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.md$/,
  /^\.claude\/skills\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)+[A-Za-z0-9_-][A-Za-z0-9._-]*\.md$/,
];
const LONGEST_PATH = 200;
const LONGEST_CONTENT = 64 * 1024;

/** Why a proposal does not become a file; undefined when it may. What a model names is data until it passed here. */
export function targetProblem({ type, target_file: path, content }: Proposal): string | undefined {
  if (type === 'hook') return 'a hook runs programs: it is proposed as text only';
  if (path.length > LONGEST_PATH) return 'its path is too long';
  if (!ALLOWED.some((pattern) => pattern.test(path)) || path.split('/').some((part) => part.endsWith('.')))
    return 'only CLAUDE.md and Markdown files below .claude/rules, .claude/skills and .claude/agents are proposed as files';
  return contentProblem(path, content);
}

function contentProblem(path: string, content: string): string | undefined {
  if (Buffer.byteLength(content) > LONGEST_CONTENT) return `it is larger than ${LONGEST_CONTENT} bytes`;
  // oxlint-disable-next-line no-control-regex -- what is looked for are exactly these
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(content)) return 'it is not plain text';
  if (/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u.test(content))
    return 'it holds characters that nobody sees';
  // Claude Code runs these when it reads the file, before anybody has said yes.
  if (/!`|^\s*```!/m.test(content)) return 'it would run a command when it is read';
  if (/(?:^|[\s(])@(?:~|\/|\.\.)/m.test(content)) return 'it would load a file from outside the repository';
  return frontMatterProblem(path, content);
}

/** What a tool may take for the front matter, generously; it is read as YAML, so that no spelling of a key gets past. */
function frontMatterProblem(path: string, content: string): string | undefined {
  const front = /^\uFEFF?\s*---[^\S\n]*\n([\s\S]*?)---/.exec(content)?.[1];
  if (front === undefined) return undefined;
  const keys = keysOf(front);
  if (keys === undefined) return 'its front matter is no plain list of keys';
  if (['hooks', 'mcpservers', 'permissionmode'].some((key) => keys.has(key)))
    return 'it would run programs or change what is permitted';
  return path.endsWith('SKILL.md') && keys.has('allowedtools')
    ? 'it would permit tools without a question'
    : undefined;
}

/** In the way in which spellings do not differ: `allowed-tools` is `allowedtools`. */
function keysOf(front: string): Set<string> | undefined {
  const document = parseDocument(front, { logLevel: 'silent', uniqueKeys: true });
  const { contents } = document;
  if (document.errors.length > 0 || (contents !== null && !isMap(contents))) return undefined;
  const keys = (contents?.items ?? []).map(({ key }) => (isScalar(key) ? key.value : undefined));
  return keys.every((key) => typeof key === 'string' && key !== '<<')
    ? new Set(
        keys.map((key) =>
          String(key)
            .toLowerCase()
            .replaceAll(/[-_\s]/g, ''),
        ),
      )
    : undefined;
}
