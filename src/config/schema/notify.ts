import { z } from 'zod';
import { path } from './values.ts';

export const NOTICES = [
  'question',
  'skipped',
  'failed',
  'budget',
  'done',
  'merged',
  'report',
  'daemon',
] as const;

const target = (about: string) =>
  z
    .strictObject({
      // The URL of a webhook is a password: whoever has it can post.
      url: z
        .url({ protocol: /^https?$/ })
        .meta({ description: 'where it is posted', writeOnly: true })
        .optional(),
      url_file: path.optional().describe('file that holds the URL'),
    })
    .optional()
    .describe(about);

export const NotifySchema = z.strictObject({
  on: z
    .array(z.enum(NOTICES))
    .default(['question', 'skipped', 'failed', 'budget', 'daemon'])
    .describe('what is told'),
  desktop: z.boolean().default(false).describe('show a notification on this desktop'),
  webhook: target('post the event as JSON'),
  slack: target('post to Slack, or to anything that takes its format'),
});

export type NotifyConfig = z.output<typeof NotifySchema>;
