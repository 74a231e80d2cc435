import { raise, worse, type Finding } from '../../work/finding.ts';
import type { AgentName } from '../agent.ts';

const NEAR = 3;

interface Group {
  finding: Finding;
  by: AgentName[];
}

/**
 * One list out of several reviews. Two findings are the same when path and category agree and their lines lie
 * within three; each further agent that has it raises its severity by one.
 */
export function mergeFindings(
  reviews: readonly { agent: AgentName; findings: readonly Finding[] }[],
): Finding[] {
  const groups: Group[] = [];
  for (const { agent, findings } of reviews) {
    for (const finding of findings) {
      const same = groups
        // Two remarks of one agent are two remarks, however close.
        .filter((group) => !group.by.includes(agent) && isSame(group.finding, finding))
        .sort((a, b) => distance(a.finding, finding) - distance(b.finding, finding))[0];
      if (same === undefined) groups.push({ finding, by: [agent] });
      else {
        same.by.push(agent);
        same.finding = {
          ...same.finding,
          severity: worse(same.finding.severity, finding.severity),
          fingerprint: same.finding.fingerprint || finding.fingerprint,
        };
      }
    }
  }
  return groups.map(({ finding, by }) => ({
    ...finding,
    severity: raise(finding.severity, by.length - 1),
    // The words of the first stay in front: the next round recognises the finding by them.
    body: by.length === 1 ? finding.body : `${finding.body}\n\nFound by ${by.join(', ')}.`,
  }));
}

function isSame(a: Finding, b: Finding): boolean {
  return a.path === b.path && a.category === b.category && a.side === b.side && distance(a, b) <= NEAR;
}

function distance(a: Finding, b: Finding): number {
  return Math.abs(a.line - b.line);
}
