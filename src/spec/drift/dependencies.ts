import { isBuiltin } from 'node:module';
import type { Language } from '../language/languages.ts';
import { canonicalPath, folderOf } from '../references/canonical.ts';
import type { ClaudeMdSpec, ExternalDependency } from '../spec.ts';
import type { SourceImport } from './imports.ts';
import type { DriftIssue } from './issue.ts';

export interface ImportFacts {
  /** The module's folder, `''` for the root. */
  dir: string;
  language: Language | undefined;
  /** Of a module that is not written yet, nothing is stale. */
  hasSource: boolean;
  imports: readonly SourceImport[];
  /** Whether a path from the root is there. */
  exists: (path: string) => boolean;
  /** Folders that have a CLAUDE.md. */
  modules: ReadonlySet<string>;
  /** What package.json, go.mod, Cargo.toml … above the folder say. */
  manifests: string;
}

/**
 * STALE: listed, but no source imports it. ORPHAN: one side without the other, that is a listed path that does
 * not exist, or an import that leads out of the module and is not listed.
 */
export function dependenciesDrift(
  { dependencies }: Pick<ClaudeMdSpec, 'dependencies'>,
  line: number,
  facts: ImportFacts,
): DriftIssue[] {
  const issue = (kind: 'STALE' | 'ORPHAN', name: string, at: number, message: string): DriftIssue => ({
    kind,
    section: 'Dependencies',
    name,
    line: at,
    message,
  });
  const listed = dependencies.internal.map((one) => ({ ...one, target: targetFolder(one.path, facts) }));
  const found = [
    ...listed.flatMap((one) => {
      if (one.target === undefined)
        return [issue('ORPHAN', one.path, one.line, `${one.path} does not exist`)];
      const { target } = one;
      return !facts.hasSource || facts.imports.some((used) => leadsTo(used, target))
        ? []
        : [issue('STALE', one.path, one.line, `no source imports ${one.path}`)];
    }),
    ...dependencies.external.flatMap((one) =>
      !facts.hasSource || isUsed(one, facts)
        ? []
        : [issue('STALE', one.name, one.line, `no source imports ${one.name}`)],
    ),
  ];
  const targets = listed.flatMap((one) => one.target ?? []);
  const unlisted = new Map<string, string>();
  for (const used of facts.imports) {
    const other = otherModule(used, facts);
    if (other !== undefined && !targets.some((target) => leadsTo(used, target)))
      unlisted.set(other, used.text);
    const outside = externalPackage(used, facts);
    if (outside !== undefined && !dependencies.external.some((one) => sameName(one.name, outside)))
      unlisted.set(outside, used.text);
  }
  for (const [name, text] of unlisted)
    found.push(issue('ORPHAN', name, line, `${name} is imported (${text}) but not in Dependencies`));
  return found.sort((a, b) => a.line - b.line);
}

/** The folder or file a listed path means; paths without dots may also start at the module itself. */
function targetFolder(path: string, { dir, exists }: ImportFacts): string | undefined {
  const bare = path.replace(/(^|\/)CLAUDE\.md$/, '').replace(/\/$/, '') || '.';
  const candidates = [canonicalPath(dir, bare), canonicalPath(dir, `./${bare}`)];
  return candidates.find((one) => one === '' || exists(one));
}

function leadsTo(used: SourceImport, target: string): boolean {
  if (used.path !== undefined) {
    const bare = target.replace(/\.\w+$/, '');
    return (
      target === '' ||
      [target, bare].some(
        (one) => used.path === one || used.path?.startsWith(`${one}/`) || used.path?.startsWith(`${one}.`),
      )
    );
  }
  const last = (target.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  return used.segments.includes(last) || used.segments.includes(last.replace(/-/g, '_'));
}

/** Another module that a relative import leads to. */
function otherModule(used: SourceImport, { dir, modules }: ImportFacts): string | undefined {
  if (used.path === undefined || used.path.startsWith('..')) return undefined;
  if (dir === '' || used.path === dir || used.path.startsWith(`${dir}/`)) return undefined;
  for (let at = used.path; ; at = folderOf(at)) {
    // The root is everybody's.
    if (at === '') return undefined;
    if (modules.has(at)) return dir.startsWith(`${at}/`) ? undefined : at;
  }
}

/** A package that certainly is one: not a builtin, and where names are ambiguous one a manifest names. */
function externalPackage(used: SourceImport, { language, manifests }: ImportFacts): string | undefined {
  const { package: name } = used;
  if (name === undefined) return undefined;
  if (language === 'typescript' || language === 'javascript') return isBuiltin(used.text) ? undefined : name;
  if (language === 'go') {
    const own = /^module\s+(\S+)/m.exec(manifests)?.[1];
    return own !== undefined && `${name}/`.startsWith(`${own}/`) ? undefined : name;
  }
  return mentions(manifests, name) ? name : undefined;
}

const RUNTIMES =
  /^(?:node(?:\.?js)?|typescript|javascript|python3?|go|golang|rust|java|jdk|kotlin|deno|bun)$/i;

function isUsed(listed: ExternalDependency, { imports, language, manifests }: ImportFacts): boolean {
  if (RUNTIMES.test(listed.name)) return true;
  if (imports.some((used) => importedAs(used, listed.name))) return true;
  // A distribution may be imported under any name: then being declared has to do.
  const ambiguous = language === 'python' || language === 'java' || language === 'kotlin';
  return ambiguous && mentions(manifests, listed.name);
}

function importedAs(used: SourceImport, name: string): boolean {
  if (used.package !== undefined && sameName(used.package, name)) return true;
  if (used.text === name || used.text.startsWith(`${name}/`) || used.text.startsWith(`${name}.`)) return true;
  // Java: `com.google.guava:guava`.
  const [group, artifact] = name.split(':');
  return artifact !== undefined && (used.text.startsWith(`${group}.`) || used.segments.includes(artifact));
}

function sameName(a: string, b: string): boolean {
  const flat = (text: string) => text.toLowerCase().replace(/_/g, '-');
  return flat(a) === flat(b) || flat(a).startsWith(`${flat(b)}/`);
}

function mentions(manifests: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[-_]/g, '[-_]');
  return new RegExp(`(^|[\\s"':,])${escaped}($|[\\s"':,=<>~!@\\[;])`, 'im').test(manifests);
}
