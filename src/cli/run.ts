import { homeFolder } from '../config/environment.ts';
import { inert } from '../render/visible.ts';
import { AutodevError, exitCodeOf, messageOf } from '../work/errors.ts';
import type { Command } from './command.ts';
import { palette, type Io } from './io.ts';
import { accessors, parseWords, resolveCommand } from './parse.ts';

/** Runs one command line and gives its exit code. Everything that goes wrong is told here, once. */
export async function runCommand(
  root: Command,
  words: readonly string[],
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  let json = words.includes('--json');
  try {
    const { path, rest } = resolveCommand(root, words);
    const command = path.at(-1) as Command;
    const { values, args } = parseWords(path, rest);
    json = values.has('json');
    if (values.has('help') || (command.load === undefined && !values.has('version'))) {
      const { helpText } = await import('./help.ts');
      io.out(helpText(path, io.color));
      return 0;
    }
    if (command.load === undefined) {
      const { version } = await import('./version.ts');
      io.out(json ? `${JSON.stringify({ schema_version: 1, version })}\n` : `${version}\n`);
      return 0;
    }
    const handler = await command.load();
    const code = await handler.run({
      args,
      io,
      root,
      json,
      home: homeFolder(),
      signal,
      ...accessors(path, values),
    });
    return code ?? 0;
  } catch (thrown) {
    const { systemRefusal } = await import('../host/fs/files.ts');
    const error = systemRefusal(thrown) ?? thrown;
    if (signal.aborted && !(error instanceof AutodevError && error.code !== 'interrupted')) {
      io.err('autodev: interrupted\n');
      return 130;
    }
    // What failed may quote what it was given: a URL with a token, a line of a configuration.
    const { redact } = await import('../host/log/redact.ts');
    tell(error, { ...io, err: (text) => io.err(redact(text)) }, json);
    return exitCodeOf(error);
  }
}

function tell(error: unknown, io: Io, json: boolean): void {
  const { red, dim } = palette(io.color && io.errIsTerminal);
  if (error instanceof AutodevError) {
    if (json) {
      const { code, message, why, hint, data } = error;
      io.err(`${JSON.stringify({ schema_version: 1, error: { code, message, why, hint, data } })}\n`);
      return;
    }
    const { message, why, hint } = inert({ message: error.message, why: error.why, hint: error.hint });
    const lines = [`${red('autodev:')} ${message}`];
    if (why !== undefined) lines.push(`  why:  ${why}`);
    if (hint !== undefined) lines.push(`  hint: ${hint}`);
    io.err(`${lines.join('\n')}\n`);
    return;
  }
  // Anything else is our own mistake: say so, with what is needed to report it.
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  io.err(
    `${red('autodev:')} ${messageOf(error)}\n  why:  this is a bug in autodev, not something you did\n${dim(stack)}\n`,
  );
}
