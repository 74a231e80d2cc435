const GIT_NAMED =
  /(?:^|[\s;&|(`'"{])(?:\S*\/)?git((?:\s+-(?:C|c)\s+\S+|\s+--?[\w-]+(?:=\S+)?)*)\s+(push|commit|send-pack|commit-tree|send-email)(?=$|[\s;&|)`'"}])/;
const GH_NAMED =
  /(?:^|[\s;&|(`'"{])(?:\S*\/)?gh\s+(?:-\S+\s+\S+\s+)*(pr)\s+(create|merge|edit|ready|close|reopen|review|comment|update-branch)\b/;

/**
 * The plain finishing command a line names, if it names one. This only decides which words a refusal has: what is not
 * recognised is refused all the same, or runs where it cannot finish anything.
 */
export function finishingCommand(command: string): string | undefined {
  const git = GIT_NAMED.exec(command);
  if (git !== null) return `git ${git[2]}`;
  const gh = GH_NAMED.exec(command);
  return gh === null ? undefined : `gh pr ${gh[2]}`;
}
