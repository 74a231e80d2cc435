import { COMMON, type Command, type Words } from '../command.ts';

/** One place in the command line and what can follow it. */
export interface Node {
  /** `autodev repo add` → ['repo', 'add']. */
  path: string[];
  about: string;
  commands: { name: string; about: string }[];
  options: NodeOption[];
  /** What its first argument can be. */
  words: Words | undefined;
}

interface NodeOption {
  name: string;
  short: string | undefined;
  takesValue: boolean;
  words: Words | undefined;
  about: string;
}

/** Every place of the tree, the root first; hidden commands are left out. */
export function completionNodes(root: Command, path: string[] = []): Node[] {
  const children = (root.children ?? []).filter((child) => !child.hidden);
  const options = Object.entries({ ...root.options, ...COMMON });
  return [
    {
      path,
      about: root.about,
      commands: children.map(({ name, about }) => ({ name, about })),
      options: options.map(([name, option]) => ({
        name,
        short: option.short,
        takesValue: option.value !== undefined,
        words: option.words,
        about: option.about,
      })),
      words: root.words,
    },
    ...children.flatMap((child) => completionNodes(child, [...path, child.name])),
  ];
}
