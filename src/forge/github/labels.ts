import { z } from 'zod';
import { isAutodevError } from '../../work/errors.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

export const labelsSchema = z
  .array(
    z.union([z.string(), z.object({ name: z.string().nullish() }).transform((label) => label.name ?? '')]),
  )
  .transform((names) => names.filter((name) => name !== ''));

export async function addLabels(
  client: GitHubClient,
  repo: string,
  number: number,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  await client.rest.issues.addLabels({ ...place(repo), issue_number: number, labels: [...labels] });
}

export async function removeLabel(
  client: GitHubClient,
  repo: string,
  number: number,
  name: string,
): Promise<void> {
  try {
    await client.rest.issues.removeLabel({ ...place(repo), issue_number: number, name });
  } catch (error) {
    // The label is not there: that is what was wanted. A missing issue or repository says "Not Found" instead.
    if (isAutodevError(error, 'forge_not_found') && /label/i.test(String(error.data?.['message']))) return;
    throw error;
  }
}

export async function createLabel(
  client: GitHubClient,
  repo: string,
  label: { name: string; color: string; description: string },
): Promise<void> {
  await client.rest.issues.createLabel({ ...place(repo), ...label });
}
