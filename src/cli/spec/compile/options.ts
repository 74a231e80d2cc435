import { join } from 'node:path';
import { readText } from '../../../host/fs/files.ts';
import { pathExists } from '../../../host/fs/sync-files.ts';
import { cores } from '../../../host/machine.ts';
import { languageNamed } from '../../../spec/language/detect.ts';
import { parseSpec } from '../../../spec/parse/parse.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { CompilePlan } from '../../../workflows/compile/project/plan.ts';
import type { CompileOptions } from '../../../workflows/compile/project/project.ts';
import type { Input } from '../../command.ts';

/** What the caller says, read and checked. `path` is a folder from the root, `.` for all. */
export async function optionsOf(input: Input, root: string, path: string): Promise<CompileOptions> {
  const language = input.text('language');
  const feedback = input.text('test-review-feedback');
  return {
    path,
    incremental: input.flag('incremental'),
    conflict: input.oneOf('conflict', ['skip', 'overwrite']) ?? 'skip',
    phase: input.oneOf('phase', ['full', 'red', 'green-refactor']) ?? 'full',
    testFiles: testFiles(input, root),
    feedback: feedback === undefined ? [] : await feedbackItems(root, feedback),
    language: language === undefined ? undefined : languageNamed(language),
    cascade: input.flag('cascade'),
    jobs: input.int('jobs') ?? Math.max(1, Math.min(4, cores())),
  };
}

/** `--test-files a b`, several times, with commas, or as the list that a result file has. */
function testFiles(input: Input, root: string): string[] {
  const named = input.texts('test-files');
  if (named.length === 0 && input.args.length > 0)
    throw new AutodevError('usage', `unexpected argument: ${input.args[0] ?? ''}`, {
      hint: 'a module is named with --path',
    });
  const files = [...named, ...input.args].flatMap((text) => listIn(text) ?? text.split(','));
  for (const file of files)
    if (!pathExists(join(root, file))) throw new AutodevError('not_found', `no such test file: ${file}`);
  return files;
}

/** A file with a JSON list or a line for each item, or the list itself. */
async function feedbackItems(root: string, given: string): Promise<string[]> {
  const list = listIn(given);
  if (list !== undefined) return list;
  const text = await readNear(root, given);
  return listIn(text) ?? text.split('\n').filter((line) => line.trim() !== '');
}

function listIn(text: string): string[] | undefined {
  try {
    const items: unknown = text.trimStart().startsWith('[') ? JSON.parse(text) : undefined;
    if (!Array.isArray(items)) return undefined;
    return items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    return undefined;
  }
}

/** The extra inputs of a phase belong to one module, and to the spec its tests were written for. */
export async function checkPhase(
  input: Input,
  root: string,
  options: CompileOptions,
  plan: CompilePlan,
): Promise<void> {
  const specJson = input.text('spec-json');
  const extra = [...options.testFiles, ...options.feedback, ...(specJson === undefined ? [] : [specJson])];
  if (extra.length === 0) return;
  if (options.phase === 'full')
    throw new AutodevError('usage', 'these inputs belong to --phase red or --phase green-refactor');
  const [only, ...others] = plan.todo;
  // Why the module cannot be compiled is said with the rest.
  if (only === undefined && plan.refused.length > 0) return;
  if (only === undefined || others.length > 0)
    throw new AutodevError(
      'usage',
      '--test-files, --spec-json and --test-review-feedback are about one module',
      { hint: 'name it with --path' },
    );
  if (specJson === undefined) return;
  if (normalized(await readNear(root, specJson)) !== JSON.stringify(parseSpec(only.input.claudeMd).spec))
    throw new AutodevError('invalid_input', `${specJson} is not what ${only.dir}/CLAUDE.md says now`, {
      hint: 'run --phase red again: its tests were written for another specification',
    });
}

function normalized(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return '';
  }
}

/** Results name files from the root; people also name them from where they are. */
async function readNear(root: string, file: string): Promise<string> {
  const place = [file, join(root, file)].find(pathExists);
  if (place === undefined) throw new AutodevError('not_found', `no such file: ${file}`);
  return readText(place);
}
