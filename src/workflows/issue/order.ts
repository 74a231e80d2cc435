import { isAutodevError } from '../../work/errors.ts';
import type { Issue } from '../../work/issue.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { isOwnText } from '../marker.ts';
import { blockersSaid, type Ref } from './blockers-said.ts';

/** What is looked through for a circle; past it an issue simply waits for what it names. */
const MOST_LOOKED_AT = 60;

export const nameOf = ({ repo, number }: Ref, from: string) =>
  repo === from ? `#${number}` : `${repo}#${number}`;
const keyOf = ({ repo, number }: Ref) => `${repo.toLowerCase()}#${number}`;

/**
 * What an issue has to wait for: open issues that the forge's dependencies, its sub-issues or lines of trusted people
 * name. Those that wait for each other in a circle are told as such: waiting would never end. Undefined: nothing.
 */
export async function whyItWaits(entry: Issue, context: WorkContext): Promise<string | undefined> {
  const blockers = await openBlockers(entry, context);
  if (blockers.length === 0) return undefined;
  const circle = await circleThrough(entry, context);
  if (circle !== undefined) {
    const names = circle.map((ref) => nameOf(ref, entry.repo)).join(' → ');
    return `it waits for itself: ${names}; take one of these out, none of them can begin`;
  }
  return `it waits for ${blockers.map((each) => nameOf(each, entry.repo)).join(', ')} to be closed`;
}

/** The shortest way from the issue back to itself along what each waits for. */
async function circleThrough(entry: Issue, context: WorkContext): Promise<Ref[] | undefined> {
  const from = new Map<string, Ref | undefined>([[keyOf(entry), undefined]]);
  const queue: Issue[] = [entry];
  for (let at = queue.shift(); at !== undefined && from.size <= MOST_LOOKED_AT; at = queue.shift()) {
    for (const next of await openBlockers(at, context)) {
      if (keyOf(next) === keyOf(entry)) return [...wayTo(at, from), entry];
      if (from.has(keyOf(next))) continue;
      from.set(keyOf(next), at);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(last: Ref, from: ReadonlyMap<string, Ref | undefined>): Ref[] {
  const way: Ref[] = [];
  for (let at: Ref | undefined = last; at !== undefined; at = from.get(keyOf(at))) way.unshift(at);
  return way;
}

async function openBlockers(entry: Issue, context: WorkContext): Promise<Issue[]> {
  const open = new Map<string, Issue>();
  for (const ref of await blockersOf(entry, context)) {
    if (open.has(keyOf(ref))) continue;
    const issue = await readIssue(ref, context);
    if (issue?.state === 'open') open.set(keyOf(ref), issue);
  }
  return [...open.values()];
}

async function blockersOf(entry: Issue, { forge, trusts, logins }: WorkContext): Promise<Ref[]> {
  const { repo, number } = entry;
  const named: Ref[] = [];
  if (entry.blockers > 0) named.push(...(await forge.blockedBy(repo, number)));
  named.push(...(await forge.subIssues(repo, number)));
  if (await trusts(entry.author)) named.push(...blockersIn(entry, entry.body));
  for (const comment of await forge.comments(repo, number)) {
    if (isOwnText(comment, logins)) continue;
    const said = blockersIn(entry, comment.body);
    if (said.length > 0 && (await trusts(comment.author))) named.push(...said);
  }
  return named;
}

/** What a text below this issue names as having to come first, whoever wrote it. */
export const blockersIn = (entry: Issue, text: string): Ref[] =>
  blockersSaid(text, { repo: entry.repo, web: webOf(entry) });

/** Where the pages of this forge are: its issues' addresses begin there. */
function webOf({ url, repo }: Issue): string {
  const at = url.indexOf(`/${repo}/`);
  return at === -1 ? url : url.slice(0, at);
}

/** What cannot be seen from here cannot be waited for: it would never be seen to be closed. */
async function readIssue({ repo, number }: Ref, { forge }: WorkContext): Promise<Issue | undefined> {
  try {
    return await forge.issue(repo, number);
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found', 'forge_forbidden')) return undefined;
    throw error;
  }
}
