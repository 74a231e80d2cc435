import { afterSeparator, codeSpan, isNone } from '../inline.ts';
import { joined, type Reading } from '../reading.ts';

/** `- dir/: text` and `- file.ext: text`; entries below a folder's entry lie inside it. */
export function readStructure(reading: Reading): void {
  const { blocks, from, to, spec } = reading;
  const folders: { depth: number; path: string }[] = [];
  for (let at = from; at < to;) {
    const block = blocks.get(at);
    const { text, next } = block.kind === 'heading' ? { text: '', next: at + 1 } : joined(reading, at);
    at = next;
    if (block.kind !== 'bullet' || isNone(text)) continue;
    while (folders.length > 0 && (folders.at(-1)?.depth ?? 0) >= block.depth) folders.pop();
    const entry = readEntry(text);
    if (entry === undefined) {
      reading.warn({
        error_type: 'InvalidSectionContent',
        message: `no file or folder name in "${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`,
        line: block.line,
        section: 'Structure',
        suggestion: 'write - dir/: text or - file.ext: text',
      });
      continue;
    }
    const parent = folders.at(-1)?.path;
    const path = parent === undefined ? entry.name : `${parent}/${entry.name}`;
    if (entry.folder) folders.push({ depth: block.depth, path });
    const list = entry.folder ? spec.structure.subdirs : spec.structure.files;
    list.push({ name: path, description: entry.description, line: block.line });
  }
}

function readEntry(text: string): { name: string; folder: boolean; description: string } | undefined {
  const span = codeSpan(text);
  let name: string;
  let rest: string;
  if (span !== undefined && text.slice(0, span.start).replace(/\*/g, '') === '') {
    name = span.code;
    rest = text.slice(span.end);
  } else {
    const end = /:(?:\s|\*|$)|\s/.exec(text)?.index ?? text.length;
    name = text.slice(0, end);
    rest = text.slice(end);
  }
  name = name.replace(/^\*+|\*+$/g, '').replace(/^\.\//, '');
  if (name === '' || /\s/.test(name)) return undefined;
  // A sentence is no entry: a bare word counts only when a colon or dash follows it.
  if (!/[./]/.test(name) && rest !== '' && !/^\**\s*(?:[:–—]|-\s)/.test(rest)) return undefined;
  const folder = name.endsWith('/');
  return {
    name: folder ? name.replace(/\/+$/, '') : name,
    folder,
    description: afterSeparator(rest.replace(/^\*+/, '')),
  };
}
