import { nameOf } from '../paths.ts';

const SEARCHED_CAP = 64 * 1024;
const GIT_VERBS = /^(push|commit|send-pack|commit-tree|send-email)$/;
const GH_VERBS = /^(create|merge|edit|ready|close|reopen|review|comment|update-branch)$/;
const OPTIONS_CAP = 20;

/**
 * The plain finishing command a line names, if it names one. This only decides which words a refusal has: what is not
 * recognised is refused all the same, or runs where it cannot finish anything. Words are walked, not matched by one
 * pattern: a pattern that tries every way takes longer than a hook may (`git -C -C -C …`), and a late hook is no hook.
 */
export function finishingCommand(command: string): string | undefined {
  const words = command.slice(0, SEARCHED_CAP).split(/[\s;&|()`'"{}]+/);
  for (const [at, word] of words.entries()) {
    const program = nameOf(word);
    if (program === 'git') {
      const verb = words[operandAt(words, at + 1, /^-[Cc]$/)] ?? '';
      if (GIT_VERBS.test(verb)) return `git ${verb}`;
    } else if (program === 'gh') {
      const group = operandAt(words, at + 1, /^(-R|--repo|--hostname)$/);
      const verb = words[group + 1] ?? '';
      if (words[group] === 'pr' && GH_VERBS.test(verb)) return `gh pr ${verb}`;
    }
  }
  return undefined;
}

/** Where the first word stands that is neither an option nor the value of one. */
function operandAt(words: readonly string[], from: number, valued: RegExp): number {
  let at = from;
  for (let seen = 0; seen < OPTIONS_CAP && words[at]?.startsWith('-'); seen += 1)
    at += valued.test(words[at] ?? '') ? 2 : 1;
  return at;
}
