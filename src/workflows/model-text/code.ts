import { sanitizeCharacters } from '../outside-text/sanitize.ts';
import type { Publishable } from './publishable.ts';
import { withoutSkips } from './skip-ci.ts';

/** A name of a file, a branch or a command as code: one line that cannot end its own code span. */
export function codeSpan(text: string): Publishable {
  const line = sanitizeCharacters(text)
    .text.replaceAll(/[\s`]+/g, ' ')
    .trim();
  return `\`${forNobody(line) || ' '}\`` as Publishable;
}

/** Several lines as code: output of programs, a difference. */
export function codeBlock(text: string): Publishable {
  // What is taken out between two backticks makes a longer run of them: the fence is measured afterwards.
  const code = forNobody(sanitizeCharacters(text).text).trim();
  const fence = '`'.repeat(
    Array.from(code.matchAll(/`+/g)).reduce((most, [run]) => Math.max(most, run.length + 1), 3),
  );
  return `${fence}\n${code}\n${fence}` as Publishable;
}

/** Names and output are chosen by whoever wrote the files: a name in them calls nobody, also where code is read raw. */
function forNobody(code: string): string {
  return forRobots(code.replaceAll(/(?<!\w)@(?=\w)/g, '@ '));
}

/** Programs that read comments as they are written, code or not, and obey to what calls them. */
const ROBOTS = new RegExp(
  '@(?=(?:claude|codex|copilot|gemini(?:-cli)?|cursor|devin|openhands|sweep-ai|coderabbitai|dependabot|renovate' +
    '|renovatebot|mergify|mergifyio|bors|homu|kodiakhq|rustbot|github-actions|pre-commit-ci|autodev|jules|aider' +
    String.raw`|allcontributors|netlify|vercel)\b(?!/))`,
  'gi',
);
const COMMAND = /^(\s*)\/(?=[a-z][\w-]*(?:\s|$))/gim;
const BORS = /\bbors(?=[ \t]+[a-z])/gi;
/** `Closes #1`, `fixes: o/r#1`, `resolved GH-1`, or with a URL. */
const CLOSING =
  /\b((?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?::\s*|\s+)(?:[\w.-]+\/[\w.-]+)?(?:#|GH-|https?:))(?=[\w/])/gi;
/** Trailers of commits, where a description becomes the message of one. */
const TRAILER = /^(\s*(?:skip-checks|co-authored-by|signed-off-by|release-as|change-id))(?=:)/gim;
const MARK = /<!--(?=\s*autodev:)/gi;

/** What is in code is not rendered, but still read by such programs, and by ourselves when we look for our marks. */
export function forRobots(code: string): string {
  return withoutSkips(code)
    .replaceAll(TRAILER, '$1 ')
    .replaceAll(ROBOTS, '@ ')
    .replaceAll(COMMAND, '$1\\/')
    .replaceAll(BORS, 'bors:')
    .replaceAll(CLOSING, '$1 ')
    .replaceAll(MARK, '<! --');
}
