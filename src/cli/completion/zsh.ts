import type { Node } from './nodes.ts';

/** The same lookup as for bash, with what each word means beside it. */
export function zshScript(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, commands, options }) => {
    const entries = [
      ...commands.map(({ name, about }) => entry(name, about)),
      ...options.map(({ name, about }) => entry(`--${name}`, about)),
    ];
    return `    '${path.join(' ')}') entries=(${entries.join(' ')}) ;;`;
  });
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => `'${[...path, name].join(' ')}'`),
  );
  return `#compdef autodev
# autodev completion for zsh
_autodev() {
  local -a entries
  local path_of='' word next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${path_of:+$path_of }$word"
    case "$next" in
      ${steps.join('|')}) path_of=$next ;;
    esac
  done
  case "$path_of" in
${cases.join('\n')}
  esac
  _describe 'autodev' entries || _files
}
if [[ "$funcstack[1]" == _autodev ]]; then _autodev "$@"; else compdef _autodev autodev; fi
`;
}

/** `name:what it means`, quoted for the shell; a colon of its own would end the name. */
const entry = (name: string, about: string) =>
  `'${name.replaceAll(':', '\\:')}:${about.replaceAll("'", "'\\''")}'`;
