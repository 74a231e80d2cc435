import type { SecretPlace } from '../../work/secrets/find.ts';
import { isPlaceholder } from '../../work/secrets/placeholder.ts';

/** Lets a text switch the other rules off by a comment in it. */
const FILTER = /filter-comments$/;

type Lint = (text: string) => Promise<SecretPlace[]>;
let loaded: Promise<Lint> | undefined;
/** Names of branches and files come again and again, and each look takes milliseconds. */
const names = new Map<string, Promise<SecretPlace[]>>();
const LONGEST_NAME = 40;
const MOST_NAMES = 1_000;

/**
 * secretlint's rules, each for itself: the preset would bring its comment filter along. Loading takes a tenth of a
 * second, so it waits for the first text. What cannot be loaded throws: nothing is published unscanned.
 */
export function findByRules(text: string): Promise<SecretPlace[]> {
  const known = names.get(text);
  if (known !== undefined) return known;
  const found = lint(text);
  if (text.length <= LONGEST_NAME && names.size < MOST_NAMES) {
    names.set(text, found);
    found.catch(() => names.delete(text));
  }
  return found;
}

async function lint(text: string): Promise<SecretPlace[]> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return (await loaded)(text);
}

async function load(): Promise<Lint> {
  const { lintSource } = await import('@secretlint/core');
  const preset = await import('@secretlint/secretlint-rule-preset-recommend');
  const rules = preset.rules
    .filter((rule) => !FILTER.test(rule.meta.id))
    .map((rule) => ({ id: rule.meta.id, rule, options: {} }));
  return async (text) => {
    const { messages } = await lintSource({
      source: { filePath: 'text', ext: '.txt', contentType: 'text', content: text },
      options: { config: { rules }, noPhysicFilePath: true, maskSecrets: true },
    });
    return messages
      .map(({ ruleId, range: [from, to] }) => ({ kind: kindOf(ruleId), index: from, length: to - from }))
      .filter(({ index, length }) => !isPlaceholder(passwordOf(text.slice(index, index + length))));
  };
}

/** Of a URL only its password says whether it is a real one. */
const passwordOf = (found: string): string => /:\/\/[^:@\s]*:([^@\s]+)@/.exec(found)?.[1] ?? found;
const kindOf = (rule: string): string => `secret (${rule.replace(/^.*secretlint-rule-/, '')})`;
