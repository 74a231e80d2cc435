import type { LabelRow } from '../tables/labels.ts';
import type { Repository } from '../tables/repositories.ts';
import { nodeId } from './node-id.ts';
import { repositoryUrl } from './repository.ts';

export function labelJson(site: { url: string }, repo: Repository, label: LabelRow): Record<string, unknown> {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${repositoryUrl(site, repo)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: label.is_default === 1,
    description: label.description,
  };
}
