import type { Node } from './nodes.ts';

/** Words are looked up by the path of commands before the cursor; options that take a value leave the word to files. */
export function bashScript(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, commands, options }) => {
    const words = [...commands.map(({ name }) => name), ...options.flatMap(spellings)];
    return `    '${path.join(' ')}') words='${words.join(' ')}' ;;`;
  });
  const groups = nodes.filter(({ commands }) => commands.length > 0);
  const steps = groups.flatMap(({ path, commands }) =>
    commands.map(({ name }) => `'${[...path, name].join(' ')}'`),
  );
  const values = [
    ...new Set(nodes.flatMap(({ options }) => options.filter((o) => o.takesValue).flatMap(spellings))),
  ];
  return `# autodev completion for bash
_autodev() {
  local cur prev path='' word next words=''
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  case "$prev" in
    ${values.length === 0 ? "''" : values.join('|')}) compopt -o default 2>/dev/null; return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${steps.join('|')}) path=$next ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _autodev autodev
`;
}

const spellings = ({ name, short }: { name: string; short: string | undefined }) =>
  short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
