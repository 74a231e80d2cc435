import { z } from 'zod';

export const severity = z.enum(['must', 'should', 'info']);
export type Severity = z.infer<typeof severity>;

const CATEGORIES = ['bug', 'security', 'test', 'performance', 'design', 'style', 'docs', 'other'] as const;

/** One remark of a review. `fingerprint` recognises it again in the next round. */
export const finding = z.object({
  path: z.string(),
  line: z.number().int().min(1),
  side: z.enum(['LEFT', 'RIGHT']).default('RIGHT'),
  body: z.string().min(1),
  severity: severity.default('should'),
  category: z.enum(CATEGORIES).catch('other').default('other'),
  fingerprint: z.string().default(''),
});
export type Finding = z.infer<typeof finding>;

const ORDER: readonly Severity[] = ['info', 'should', 'must'];

export function raise(severity: Severity, steps: number): Severity {
  return ORDER[Math.min(ORDER.length - 1, ORDER.indexOf(severity) + steps)] ?? 'must';
}

export function worse(a: Severity, b: Severity): Severity {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}
