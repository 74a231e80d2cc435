/**
 * A command line as its simple commands, each a list of words; quotes are taken away, operators end a
 * command. Good enough to see which program runs; not a shell.
 */
export function shellCommands(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] as string;
    if (char === '\\') {
      at += 1;
      if (line[at] !== '\n') word = (word ?? '') + (line[at] ?? '');
    } else if (char === "'" || char === '"') {
      word ??= '';
      at += 1;
      while (at < line.length && line[at] !== char) {
        if (line[at] === '\\' && char === '"') at += 1;
        word += line[at] ?? '';
        at += 1;
      }
    } else if (char === ' ' || char === '\t') endWord();
    else if (char === '#' && word === undefined) {
      while (at + 1 < line.length && line[at + 1] !== '\n') at += 1;
    } else if (char === '<' && line[at + 1] === '<') {
      // A here-document: what follows is data, not commands.
      endCommand();
      return commands;
    } else if (char === '>' || char === '<') {
      // The target of a redirection is no argument; `2>&1` and `&>` are redirections, not separators.
      if (word !== undefined && /^\d$/.test(word)) word = undefined;
      endWord();
      while (line[at + 1] === '>' || line[at + 1] === '&') at += 1;
      while (line[at + 1] === ' ') at += 1;
      while (at + 1 < line.length && !/[\s;|&()]/.test(line[at + 1] as string)) at += 1;
    } else if (char === '&' && line[at + 1] === '>') continue;
    else if (';|&\n(){}'.includes(char) && !((char === '{' || char === '}') && word !== undefined))
      endCommand();
    else word = (word ?? '') + char;
  }
  endCommand();
  return commands;
}
