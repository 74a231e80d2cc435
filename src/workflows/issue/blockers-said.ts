import { isRepoName } from '../../work/ids.ts';
import { plainLines } from '../outside-text/plain-lines.ts';

/** An issue or pull request by its place. */
export interface Ref {
  repo: string;
  number: number;
}

/** More than a person would write; a text that names thousands is not followed. */
const MOST = 20;

const LEAD = /^(?:[-*+]\s+(?:\[[ xX]\]\s+)?)?(?:\*\*|__)?(?:blocked by|depends on)(?:\*\*|__)?:?\s+(.*)$/i;
const ONE =
  /^(?:([\w.-]+\/[\w.-]+)?#([1-9]\d{0,8})\b|(https?:\/\/\S+?\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/([1-9]\d{0,8}))(?![\w/]))/;
const BETWEEN = /^(?:\s*(?:,|;|&|\band\b|\bor\b)\s*|\s+)(?:and\s+)?/i;

/**
 * What lines of the form `Blocked by #3, owner/repo#4 and <URL>` name. `web` is where this forge's pages are: links
 * to other servers are not ours to follow. Pure.
 */
export function blockersSaid(text: string, here: { repo: string; web: string }): Ref[] {
  const found = new Map<string, Ref>();
  for (const line of plainLines(text)) {
    let rest = LEAD.exec(line)?.[1];
    while (rest !== undefined && rest !== '' && found.size < MOST) {
      const match = ONE.exec(rest);
      if (match === null) break;
      const [whole, other, number, url, inUrl, numberInUrl] = match;
      const repo = inUrl ?? other ?? here.repo;
      if (isRepoName(repo) && (url === undefined || url.startsWith(`${here.web}/${repo}/`)))
        found.set(`${repo}#${number ?? numberInUrl}`, { repo, number: Number(number ?? numberInUrl) });
      rest = rest.slice(whole.length).replace(BETWEEN, '');
    }
  }
  return [...found.values()];
}
