import type { SecretPlace } from '../../work/secrets/find.ts';
import { isPlaceholder } from '../../work/secrets/placeholder.ts';

/** Lets a text switch the other rules off by a comment in it. */
const FILTER = /filter-comments$/;

type Lint = (text: string) => Promise<SecretPlace[]>;
let loaded: Promise<Lint> | undefined;

/**
 * secretlint's rules, each for itself: the preset would bring its comment filter along. Loading takes a tenth of a
 * second, so it waits for the first text. What cannot be loaded throws: nothing is published unscanned.
 */
export async function findByRules(text: string): Promise<SecretPlace[]> {
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
