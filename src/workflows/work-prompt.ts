import type { Lesson } from './engine/input/input.ts';
import type { RepoSettings } from './engine/settings.ts';
import { untrusted, type PromptValue } from './prompt.ts';

/** What every session that changes files is told, in the same words. */

export function checksForPrompt({ checks }: RepoSettings): string {
  if (checks.length === 0) return '';
  const commands = checks.map((command) => `- \`${command.join(' ')}\``).join('\n');
  return `These commands will be run on your result and must succeed:\n\n${commands}`;
}

export function lessonForPrompt(lesson: Lesson | null): PromptValue {
  if (lesson === null) return '';
  const where = lesson.commit === null ? '' : ' Its changes are in the working directory.';
  return untrusted(`An earlier attempt did not pass.${where} This is what went wrong:\n${lesson.text}`);
}
