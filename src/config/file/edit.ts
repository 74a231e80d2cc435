import { isScalar, isSeq, parseDocument, type Document } from 'yaml';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import { nameFromUrl } from '../repo/repo-url.ts';
import { isPlainObject, type KeyPath } from './source.ts';

/** Changes to the text of config.yaml that leave comments and everything else as they were. */

export function setKey(text: string, path: KeyPath, value: unknown): string {
  const document = parseDocument(text);
  openEmpty(document, path);
  document.setIn(path, value);
  return textOf(document);
}

export function unsetKey(text: string, path: KeyPath): string {
  const document = parseDocument(text);
  document.deleteIn(path);
  return textOf(document);
}

export type RepoChange = { add: { url: string } & Record<string, unknown> } | { remove: string };

/** Adds or removes an entry of `repos`. Adding one that is there, or removing one that is not, is said as an error. */
export function editRepos(text: string, change: RepoChange): string {
  const document = parseDocument(text);
  const entries = (document.toJS() as { repos?: unknown } | null)?.repos;
  const names = (Array.isArray(entries) ? entries : []).map(entryName);
  const place = (name: string) => names.findIndex((known) => known?.toLowerCase() === name.toLowerCase());
  if ('remove' in change) {
    const at = place(change.remove);
    if (at === -1) throw new AutodevError('not_found', `no repository ${change.remove} in the configuration`);
    document.deleteIn(['repos', at]);
    return textOf(document);
  }
  const name = nameFromUrl(change.add.url);
  if (place(name) !== -1) throw new AutodevError('invalid_input', `${name} is already in the configuration`);
  openEmpty(document, ['repos', names.length]);
  const repos = document.get('repos');
  if (isSeq(repos)) {
    repos.flow &&= repos.items.length > 0;
    repos.add(document.createNode(change.add));
  } else document.set('repos', document.createNode([change.add]));
  return textOf(document);
}

function entryName(entry: unknown): string | undefined {
  if (!isPlainObject(entry) || typeof entry['url'] !== 'string') return undefined;
  try {
    return nameFromUrl(entry['url']);
  } catch (error) {
    if (isAutodevError(error)) return undefined;
    throw error;
  }
}

/** Something can be put only into a section that has a content, so one without (`daemon:`) gets an empty one. */
function openEmpty(document: Document, path: KeyPath): void {
  for (let length = 1; length < path.length; length += 1) {
    const outer = path.slice(0, length);
    const node: unknown = document.getIn(outer, true);
    if (node !== null && !(isScalar(node) && node.value === null)) continue;
    const content = document.createNode(typeof path[length] === 'number' ? [] : {});
    if (isScalar(node) && node.comment) content.commentBefore = node.comment;
    document.setIn(outer, content);
  }
}

function textOf(document: Document): string {
  return document.toString({ lineWidth: 0 });
}
