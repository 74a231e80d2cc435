import { ruleText } from './same-rule.ts';
import type { Weighed } from './weigh.ts';

/** A file with a suggestion in it; null: without it nothing is left. What stands there is added to, never replaced. */
export function changedFile(
  before: string | undefined,
  { action, content }: Pick<Weighed, 'action' | 'content'>,
): string | null {
  const text = `${content.trim()}\n`;
  if (action === 'add')
    return before === undefined || before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`;
  const kept = without(before ?? '', content);
  return kept.trim() === '' ? null : kept;
}

/** The lines of a rule taken out, where they stand as they were added. */
function without(file: string, content: string): string {
  const text = content.trim();
  const at = file.indexOf(text);
  if (at !== -1)
    return `${file.slice(0, at).trimEnd()}\n${file.slice(at + text.length).replace(/^\n+/, '\n')}`.trimStart();
  const lines = file.split('\n');
  return lines.filter((line) => line.trim() === '' || ruleText(line) !== ruleText(content)).join('\n');
}
