import type { Site } from '../site.ts';
import { CONTENTS, reactionsOn, type ReactionRow, type Subject } from '../tables/reactions.ts';
import { userById } from '../tables/users.ts';
import { nodeId } from './node-id.ts';
import { userJson } from './user.ts';

export function reactionJson(site: Site, row: ReactionRow): Record<string, unknown> {
  return {
    id: row.id,
    node_id: nodeId('Reaction', row.id),
    user: userJson(site, userById(site.db, row.user_id)),
    content: row.content,
    created_at: row.created_at,
  };
}

/** How many of each, as issues and comments show it. */
export function rollupJson(site: Site, url: string, subject: Subject, id: number): Record<string, unknown> {
  const all = reactionsOn(site.db, subject, id);
  const counts = CONTENTS.map((content) => [content, all.filter((row) => row.content === content).length]);
  return { url: `${url}/reactions`, total_count: all.length, ...Object.fromEntries(counts) };
}
