import { COMMON, type Command } from '../command.ts';

/** One place in the command line and what can follow it. */
export interface Node {
  /** `autodev repo add` → ['repo', 'add']. */
  path: string[];
  about: string;
  commands: { name: string; about: string }[];
  options: { name: string; short: string | undefined; takesValue: boolean; about: string }[];
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
        about: option.about,
      })),
    },
    ...children.flatMap((child) => completionNodes(child, [...path, child.name])),
  ];
}
