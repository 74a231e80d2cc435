import { counted } from '../../work/counted.ts';
import { systemClock } from '../../host/clock.ts';
import { indexOverview, symbolIndex } from '../../spec/symbols/index.ts';
import type { IndexedSymbol } from '../../spec/symbols/symbol.ts';
import { findReferences, findSymbols } from '../../spec/symbols/find.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { projectRoot } from './root.ts';

export async function run(input: Input): Promise<void> {
  const { openProject } = await import('../../spec/symbols/project.ts');
  const { io, json, home } = input;
  const name = input.text('find');
  const anchor = input.text('references');
  if (name !== undefined && anchor !== undefined)
    throw new AutodevError('usage', '--find and --references are two questions; ask one at a time');
  const project = await openProject(await projectRoot(input.text('root')), { home, now: systemClock.now() });
  if (name !== undefined) {
    const symbols = findSymbols(project, name);
    if (json) io.out(`${JSON.stringify(symbols)}\n`);
    else for (const symbol of symbols) io.out(symbolLine(symbol));
    if (symbols.length === 0 && !json) io.err(`no module exports ${name}\n`);
    return;
  }
  if (anchor !== undefined) {
    const references = findReferences(project, anchor);
    if (json) io.out(`${JSON.stringify(references)}\n`);
    else
      for (const r of references) io.out(`${place(r)}  ${r.from_section}${r.valid ? '' : '  unresolved'}\n`);
    if (references.length === 0 && !json) io.err(`nothing refers to ${anchor}\n`);
    return;
  }
  if (json) {
    io.out(`${JSON.stringify(symbolIndex(project))}\n`);
    return;
  }
  const { summary, unresolved } = indexOverview(project);
  io.out(symbolIndex(project).symbols.map(symbolLine).join(''));
  for (const r of unresolved) io.out(`${place(r)}  unresolved ${r.to_anchor}\n`);
  io.out(
    `${counted(summary.total_modules, 'module')}, ${counted(summary.total_symbols, 'symbol')}, ` +
      `${counted(summary.total_references, 'reference')}, ${summary.unresolved_count} unresolved\n`,
  );
}

function symbolLine({ anchor, line, kind, signature }: IndexedSymbol): string {
  return `${anchor}:${line}  ${kind}  ${signature}\n`;
}

function place({ from_module, line }: { from_module: string; line: number }): string {
  return `${from_module === '' ? '' : `${from_module}/`}CLAUDE.md:${line}`;
}
