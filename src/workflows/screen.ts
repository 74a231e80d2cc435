import type { Issue } from '../work/issue.ts';
import { isPull, type Pull } from '../work/pull.ts';
import type { WorkContext } from './engine/steps/context.ts';
import type { Screening } from './engine/items.ts';
import type { RepoSettings } from './engine/settings.ts';

/** The filters that hold for every kind of work, from what the forge's list says alone. */
export function screenCommon(entry: Issue, settings: RepoSettings): Screening {
  if (entry.state !== 'open') return refuse('it is closed');
  const author = entry.author.toLowerCase().replace(/\[bot\]$/, '');
  if (settings.ignore_authors.some((name) => name.toLowerCase().replace(/\[bot\]$/, '') === author)) {
    return refuse(`${entry.author} is in ignore_authors`);
  }
  if (settings.filter_labels.length > 0 && wanted(entry, settings).length === 0) {
    return refuse(`it carries none of filter_labels (${settings.filter_labels.join(', ')})`);
  }
  return { take: true };
}

/** The item's labels that filter_labels names; on the forge `Bug` and `bug` are one label. */
function wanted(entry: Issue, { filter_labels: names }: RepoSettings): string[] {
  const lower = names.map((name) => name.toLowerCase());
  return entry.labels.filter((label) => lower.includes(label.toLowerCase()));
}

type Trusting = Pick<WorkContext, 'trusts' | 'settings'>;

/** Its author, and whoever applied the label that makes it work for us, may trigger work here. */
export async function triggeredByTrusted(entry: Issue | Pull, context: WorkContext): Promise<Screening> {
  const asked = isPull(entry) ? await pullTrusted(entry, context) : await authorTrusted(entry, context);
  return asked.take ? labelledByTrusted(entry, context) : asked;
}

/** Also who owns the branch: what they push next is what we would read, improve and push to. */
export async function pullTrusted(pull: Pull, context: Trusting): Promise<Screening> {
  const { owner, repo } = pull.head;
  if (repo !== pull.repo && (owner === null || !(await context.trusts(owner))))
    return refuse(`${owner ?? 'nobody'}, who owns the branch, has no write access`);
  return authorTrusted(pull, context);
}

async function authorTrusted({ author }: Issue, { trusts, settings }: Trusting): Promise<Screening> {
  if (await trusts(author)) return { take: true };
  return refuse(`${author} has no ${settings.trusted.permission} access and is not listed in trusted`);
}

/**
 * Where a label makes an item work for us, whoever applied it last must have our trust: otherwise anyone who may
 * label could spend our money on a trusted person's old issue.
 */
async function labelledByTrusted(entry: Issue, context: WorkContext): Promise<Screening> {
  const { settings, forge } = context;
  if (settings.filter_labels.length === 0) return { take: true };
  const history = await forge.labelHistory(entry.repo, entry.number);
  for (const label of wanted(entry, settings)) {
    const applied = history.findLast((change) => change.label === label && change.added);
    if (applied !== undefined && (await context.trusts(applied.actor))) return { take: true };
  }
  return refuse('nobody we trust applied its label');
}

export function refuse(reason: string): Screening {
  return { take: false, final: true, reason };
}

/** It waits for something that does not show in the item itself: remembered, told, and looked at with every scan. */
export function parked(reason: string): Screening {
  return { take: false, final: false, reason, parked: true };
}

export function notYet(reason: string): Screening {
  return { take: false, final: false, reason };
}
