import { sha256 } from '../../../host/hash.ts';

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A rule by its words alone: case, marks and line breaks make no other rule of it. */
export function ruleText(content: string): string {
  return words(content).join(' ');
}

/** Names a suggestion: the same words for the same file are the same one. */
export function ruleId(repo: string, target: string, content: string): string {
  return sha256(`${repo}\n${target}\n${ruleText(content)}`).slice(0, 24);
}

/** Whether two rules say the same, in other words perhaps: most of their words are shared. */
export function isSameRule(a: string, b: string): boolean {
  const [one, other] = [new Set(words(a)), new Set(words(b))];
  if (one.size === 0 || other.size === 0) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) >= 0.75;
}

/** Whether a file says it already: all of it in one place, or a paragraph or line to the same effect. */
export function standsIn(file: string, content: string): boolean {
  if (ruleText(file).includes(ruleText(content))) return true;
  return file.split(/\n\s*\n|\n/).some((part) => isSameRule(part, content));
}
