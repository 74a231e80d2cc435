import type { Issue } from '../work/issue.ts';
import type { Screening } from './engine/flow.ts';
import type { RepoSettings } from './engine/settings.ts';

/** The filters that hold for every kind of work, from what the forge's list says alone. */
export function screenCommon(entry: Issue, settings: RepoSettings): Screening {
  if (entry.state !== 'open') return refuse('it is closed');
  const author = entry.author.toLowerCase().replace(/\[bot\]$/, '');
  if (settings.ignore_authors.some((name) => name.toLowerCase().replace(/\[bot\]$/, '') === author)) {
    return refuse(`${entry.author} is in ignore_authors`);
  }
  if (
    settings.filter_labels.length > 0 &&
    !settings.filter_labels.some((label) => entry.labels.includes(label))
  ) {
    return refuse('it carries none of filter_labels');
  }
  return { take: true };
}

export function refuse(reason: string): Screening {
  return { take: false, final: true, reason };
}

export function notYet(reason: string): Screening {
  return { take: false, final: false, reason };
}
