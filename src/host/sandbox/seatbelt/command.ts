/** The command line that runs a program by `srt` with these settings; it quotes each word for its shell itself. */
export function srtCommand(
  settings: string,
  command: string,
  args: readonly string[],
): { command: string; args: string[] } {
  return { command: 'srt', args: ['--settings', settings, '--', command, ...args] };
}
