import type { Expression, ModuleExportName, Program } from 'oxc-parser';
import { commonJsEntries } from './commonjs.ts';
import { declarationsOf, type Declared, withoutImplementations } from './declaration.ts';
import { type Entry, type Imported, valueEntry } from './entry.ts';

/** What one module declares, imports and exports, before anything is resolved. */
export interface Module {
  locals: ReadonlyMap<string, readonly Declared[]>;
  imports: ReadonlyMap<string, Imported>;
  entries: readonly Entry[];
}

export const EMPTY_MODULE: Module = { locals: new Map(), imports: new Map(), entries: [] };

export function readModule(file: string, text: string, program: Program): Module {
  const ambient = /\.d\.[cm]?ts$/.test(file);
  const declared: Declared[] = [];
  const imports = new Map<string, Imported>();
  const entries: Entry[] = [];
  for (const node of program.body) {
    switch (node.type) {
      case 'ImportDeclaration':
        for (const one of node.specifiers) {
          const imported =
            one.type === 'ImportSpecifier'
              ? exportName(one.imported)
              : one.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*';
          imports.set(one.local.name, { from: node.source.value, imported });
        }
        break;
      case 'ExportAllDeclaration': {
        const from = node.source.value;
        if (node.exported === null) entries.push({ type: 'all', from, start: node.start });
        else
          entries.push({
            type: 'from',
            name: exportName(node.exported),
            from,
            imported: '*',
            start: node.start,
            statement: statementText(text, node),
          });
        break;
      }
      case 'ExportNamedDeclaration': {
        if (node.declaration !== null) {
          const made = declarationsOf(text, node.declaration, ambient);
          declared.push(...made);
          for (const name of new Set(made.map((one) => one.name)))
            entries.push({ type: 'local', name, local: name, start: node.start, statement: '' });
        }
        for (const one of node.specifiers) {
          const common = {
            name: exportName(one.exported),
            start: one.start,
            statement: statementText(text, node),
          };
          const local = exportName(one.local);
          entries.push(
            node.source === null
              ? { type: 'local', local, ...common }
              : { type: 'from', from: node.source.value, imported: local, ...common },
          );
        }
        break;
      }
      case 'ExportDefaultDeclaration': {
        const value = node.declaration;
        const made = declarationsOf(text, value as never, ambient);
        if (made.length > 0) {
          declared.push(...made);
          entries.push({
            type: 'local',
            name: 'default',
            local: made[0]?.name ?? '',
            start: node.start,
            statement: '',
          });
        } else entries.push(valueEntry(text, 'default', value as Expression, node.start));
        break;
      }
      case 'TSExportAssignment':
        entries.push(valueEntry(text, 'default', node.expression, node.start, true));
        break;
      default:
        declared.push(...declarationsOf(text, node, ambient));
    }
  }
  if (entries.length === 0) entries.push(...commonJsEntries(text, program, imports));
  const locals = new Map<string, Declared[]>();
  for (const one of withoutImplementations(declared)) {
    const already = locals.get(one.name);
    if (already === undefined) locals.set(one.name, [one]);
    else already.push(one);
  }
  return { locals, imports, entries };
}

export function exportName(name: ModuleExportName): string {
  return name.type === 'Literal' ? String(name.value) : name.name;
}

function statementText(text: string, node: { start: number; end: number }): string {
  return text.slice(node.start, node.end).replace(/;\s*$/, '');
}
