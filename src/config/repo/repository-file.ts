import { z } from 'zod';
import { problemsOf } from '../file/issues.ts';
import { schemaAt, type JsonSchema } from '../keys/keys.ts';
import { sourceLayer, type Layer } from '../file/layers.ts';
import type { Problem } from '../file/problem.ts';
import { ConfigSchema, REPOSITORY_KEYS } from '../schema.ts';
import { RepoDefaultsSchema } from '../schema/repo.ts';
import { isPlainObject, readSource } from '../file/source.ts';

/** A repository's own `.autodev.yaml`, from its base branch. Whoever can push there wrote it: it is believed only so far. */
export interface RepositoryFile {
  file: string;
  text: string;
}

interface Limits {
  /** What the person who runs autodev lets repositories decide. */
  allow: readonly string[];
  budget: { per_item_usd: number; per_repo_day_usd: number };
}

const FileSchema = RepoDefaultsSchema.partial();

/**
 * The part of the file that is allowed and valid. Everything else is left out and told: a mistake in one
 * repository must neither stop the daemon nor loosen anything.
 */
export function repositoryLayer(
  written: RepositoryFile,
  limits: Limits,
): { layer: Layer; problems: Problem[] } {
  const { source, problems } = readSource(written.file, written.text);
  const taken: Record<string, unknown> = {};
  const refuse = (path: string[], message: string) => {
    problems.push({ file: source.file, line: source.lineOf(path), key: path.join('.'), message });
  };
  const parsed = FileSchema.safeParse(source.value);
  const mistakes = parsed.success ? [] : problemsOf(parsed.error.issues, source, fileJsonSchema());
  for (const [key, value] of Object.entries(problems.length > 0 ? {} : source.value)) {
    const wrong = mistakes.filter((problem) =>
      new RegExp(`^${key.replaceAll(/\W/g, '\\$&')}(\\.|\\[|$)`).test(problem.key),
    );
    if (isForbidden(key)) refuse([key], 'a repository may not set this; it is ignored');
    else if (wrong.length > 0) problems.push(...wrong);
    else if (!limits.allow.includes(key)) {
      refuse(
        [key],
        `not allowed for repositories; it is ignored (allow it with repository_file.allow in config.yaml)`,
      );
    } else if (key === 'budget' && isPlainObject(value)) taken['budget'] = cheaper(value, limits, refuse);
    else taken[key] = value;
  }
  return { layer: sourceLayer(source, [], taken), problems };
}

/** Known to config.yaml, but never to a repository: trust, tokens, caps, everything of the machine. */
function isForbidden(key: string): boolean {
  if (REPOSITORY_KEYS.some((known) => known === key)) return false;
  return Object.hasOwn(ConfigSchema.shape, key) || schemaAt(['repos', 0, key]) !== undefined;
}

function cheaper(
  budget: Record<string, unknown>,
  limits: Limits,
  refuse: (path: string[], message: string) => void,
): Record<string, unknown> {
  const most: Record<string, number> = limits.budget;
  return Object.fromEntries(
    Object.entries(budget).filter(([key, value]) => {
      const limit = most[key] ?? 0;
      if (typeof value === 'number' && value <= limit) return true;
      refuse(
        ['budget', key],
        `a repository can lower its budget, not raise it: ${String(value)} is above ${limit}; it is ignored`,
      );
      return false;
    }),
  );
}

/** Only what a repository may say is suggested to it. */
function fileJsonSchema(): JsonSchema {
  const { properties = {}, ...rest } = z.toJSONSchema(FileSchema, { io: 'input' }) as JsonSchema;
  const sayable = Object.entries(properties).filter(([key]) =>
    REPOSITORY_KEYS.some((known) => known === key),
  );
  return { ...rest, properties: Object.fromEntries(sayable) };
}
