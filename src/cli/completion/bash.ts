import type { Words } from '../command.ts';
import type { Node } from './nodes.ts';

/**
 * Words are looked up by the path of commands before the cursor. The line is split here: bash itself also splits at
 * colons, which stand in ids.
 */
export function bashScript(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, commands, options, words }) => {
    const all = [...commands.map(({ name }) => name), ...options.flatMap(spellings)];
    const first = words === undefined ? '' : `; first=${wordsIn(words)}`;
    return `    '${path.join(' ')}') words='${all.join(' ')}'${first} ;;`;
  });
  const steps = nodes.flatMap(({ path, commands }) =>
    commands.map(({ name }) => `'${[...path, name].join(' ')}'`),
  );
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => {
        const keys = spellings(option).map((spelling) => `'${[...path, spelling].join(' ')}'`);
        const then =
          option.words === undefined ? 'compopt -o default 2>/dev/null' : `words=${wordsIn(option.words)}`;
        return `    ${keys.join('|')}) ${then}; value=1 ;;`;
      }),
  );
  return `# autodev completion for bash
_autodev() {
  local line=\${COMP_LINE:0:COMP_POINT} cur prev='' path='' rest=0 word next words='' first='' value=''
  local -a all
  read -ra all <<<"$line"
  [[ $line == *[[:space:]] ]] && all+=('')
  cur=\${all[\${#all[@]}-1]}
  for word in "\${all[@]:1:\${#all[@]}-2}"; do
    prev=$word
    next="\${path:+$path }$word"
    case "$next" in
      ${steps.join('|')}) path=$next ;;
      *) [[ $word == -* ]] || rest=$((rest + 1)) ;;
    esac
  done
  COMPREPLY=()
  case "\${path:+$path }$prev" in
${values.join('\n')}
  esac
  if [[ -z $value ]]; then
    case "$path" in
${cases.join('\n')}
    esac
    [[ $rest == 0 ]] && words="$words $first"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local before=\${cur%"\${cur##*:}"}
    COMPREPLY=("\${COMPREPLY[@]#"$before"}")
  fi
}
complete -o default -F _autodev autodev
`;
}

const wordsIn = (words: Words): string =>
  'ask' in words ? `$(autodev completion words ${words.ask} "$cur" 2>/dev/null)` : `'${words.join(' ')}'`;

const spellings = ({ name, short }: { name: string; short: string | undefined }) =>
  short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
