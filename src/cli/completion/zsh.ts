import type { Words } from '../command.ts';
import type { Node } from './nodes.ts';

/** The same lookup as for bash, with what each word means beside it. */
export function zshScript(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, commands, options, words }) => {
    const entries = [
      ...commands.map(({ name, about }) => entry(name, about)),
      ...options.map(({ name, about }) => entry(`--${name}`, about)),
    ];
    const first = words === undefined ? '' : ` first=(${wordsIn(words)})`;
    return `    '${path.join(' ')}') entries=(${entries.join(' ')})${first} ;;`;
  });
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => `'${[...path, name].join(' ')}'`),
  );
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, short, words }) => {
        const keys = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
        const then = words === undefined ? '_files' : `compadd -- ${wordsIn(words)}`;
        return `    ${keys.map((key) => `'${[...path, key].join(' ')}'`).join('|')}) ${then}; return ;;`;
      }),
  );
  return `#compdef autodev
# autodev completion for zsh
_autodev() {
  local -a entries first
  local path_of='' word next rest=0
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${path_of:+$path_of }$word"
    case "$next" in
      ${steps.join('|')}) path_of=$next ;;
      *) [[ $word == -* ]] || rest=$((rest + 1)) ;;
    esac
  done
  case "\${path_of:+$path_of }\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$path_of" in
${cases.join('\n')}
  esac
  (( rest == 0 && \${#first} > 0 )) && compadd -- "\${first[@]}"
  _describe 'autodev' entries || _files
}
if [[ "$funcstack[1]" == _autodev ]]; then _autodev "$@"; else compdef _autodev autodev; fi
`;
}

const wordsIn = (words: Words): string =>
  'ask' in words
    ? `\${(f)"$(autodev completion words ${words.ask} "$PREFIX" 2>/dev/null)"}`
    : words.map((word) => `'${word}'`).join(' ');

/** `name:what it means`, quoted for the shell; a colon of its own would end the name. */
const entry = (name: string, about: string) =>
  `'${name.replaceAll(':', '\\:')}:${about.replaceAll("'", "'\\''")}'`;
