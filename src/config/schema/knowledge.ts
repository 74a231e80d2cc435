import { z } from 'zod';
import { dollars } from './values.ts';

export const KnowledgeSchema = z.strictObject({
  per_task: z.boolean().default(true).describe('look for a lesson in every finished issue and pull request'),
  min_usd: dollars.default(0.05).describe('tasks that cost less teach nothing worth a session'),
  daily: z.boolean().default(true).describe('a report of every day with work, at daemon.daily_report_hour'),
});
