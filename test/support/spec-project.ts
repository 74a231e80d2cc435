import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ModuleText {
  exports?: string;
  behavior?: string;
  dependencies?: string;
  context?: string;
  version?: '1.0' | '2.0';
}

/** A whole CLAUDE.md with only what a test is about. */
export function claudeMd(name: string, parts: ModuleText = {}): string {
  const { exports = 'None', behavior = 'None', context = 'None', version = '2.0' } = parts;
  return [
    ...(version === '2.0' ? ['<!-- schema: 2.0 -->'] : []),
    `# ${name}`,
    `## Purpose\nFor ${name}.`,
    `## Summary\nAbout ${name}.`,
    `## Exports\n${exports}`,
    `## Behavior\n${behavior}`,
    '## Contract\nNone',
    '## Protocol\nNone',
    `## Domain Context\n${context}`,
    ...(parts.dependencies === undefined ? [] : [`## Dependencies\n${parts.dependencies}`]),
    '',
  ].join('\n');
}

/** Writes files below a folder, dated long ago: a cache trusts what is older than its clock's grain. */
export async function writeProject(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  const past = new Date('2026-01-01T00:00:00Z');
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await utimes(file, past, past);
  }
}
