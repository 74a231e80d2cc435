import type { Words } from '../command.ts';
import type { Node } from './nodes.ts';

/** One line per word, offered only where the commands before it are exactly its path. */
export function fishScript(nodes: readonly Node[]): string {
  const groups = nodes.filter(({ commands }) => commands.length > 0);
  const steps = groups.flatMap(({ path, commands }) =>
    commands.map(({ name }) => quoted([...path, name].join(' '))),
  );
  const lines = nodes.flatMap(({ path, commands, options, words }) => {
    const when = `-n ${quoted(`test (__autodev_path) = ${quoted(path.join(' ')).replaceAll("'", '"')}`)}`;
    return [
      ...commands.map(({ name, about }) => `complete -c autodev -f ${when} -a ${name} -d ${quoted(about)}`),
      ...(words === undefined ? [] : [`complete -c autodev -f ${when} -a ${wordsIn(words)}`]),
      ...options.map(({ name, short, takesValue, about, words: values }) =>
        [
          `complete -c autodev ${when} -l ${name}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(takesValue ? [values === undefined ? '-r' : `-x -a ${wordsIn(values)}`] : []),
          `-d ${quoted(about)}`,
        ].join(' '),
      ),
    ];
  });
  return `# autodev completion for fish
function __autodev_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    switch "$next"
      case ${steps.join(' ')}
        set path $next
    end
  end
  echo -- "$path"
end
${lines.join('\n')}
`;
}

const wordsIn = (words: Words): string =>
  quoted(
    'ask' in words
      ? `(autodev completion words ${words.ask} (commandline -ct) 2>/dev/null)`
      : words.join(' '),
  );

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
