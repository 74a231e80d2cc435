import type { Command } from './command.ts';

/** A command that is also a program of its own: its help and its examples go by that name. */
export function asProgram(name: string, command: Command, path: string): Command {
  return { ...renamed(command, path, name), name, hidden: true, program: true };
}

function renamed(command: Command, from: string, to: string): Command {
  const { example, children } = command;
  return {
    ...command,
    ...(example === undefined ? {} : { example: example.replaceAll(from, to) }),
    ...(children === undefined ? {} : { children: children.map((child) => renamed(child, from, to)) }),
  };
}
