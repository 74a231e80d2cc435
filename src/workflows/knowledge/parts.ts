import type { KnowledgeSources } from './gather/day-material.ts';

/** What the flows of knowledge need beside what every step has. It may change while the daemon runs. */
export interface KnowledgeParts extends Pick<KnowledgeSources, 'logs' | 'index'> {
  settings(): { per_task: boolean; min_usd: number; daily: boolean; daily_report_hour: number };
}
