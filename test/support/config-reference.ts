import { allKeys, configJsonSchema, type JsonSchema, type KnownKey } from '../../src/config/keys/keys.ts';

/** Every key of config.yaml as tables, one per section, for docs/config.md. */
export function configReference(): string {
  const keys = allKeys().filter(({ key }) => !key.startsWith('repo_defaults.'));
  const sections = keys.filter(({ key, schema }) => !/[.[]/.test(key) && hasKeys(schema));
  const alone = keys.filter(({ key, schema }) => !/[.[]/.test(key) && !hasKeys(schema));
  return [
    ...sections.flatMap(({ key: name, schema }) => {
      const inside = keys.filter(
        (known) => /^[.[]/.test(known.key.slice(name.length)) && known.key.startsWith(name),
      );
      const rows = inside.filter((known) => !hasKeys(known.schema));
      return rows.length === 0
        ? []
        : [[`### \`${name}\``, sentence(schema.description), table(rows)].join('\n\n')];
    }),
    ['### The rest', table(alone)].join('\n\n'),
  ].join('\n\n');
}

function hasKeys(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.items?.properties !== undefined;
}

function sentence(text = ''): string {
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function table(keys: readonly KnownKey[]): string {
  const rows = keys.map(({ key, schema, required }) => {
    const value = required
      ? 'required'
      : schema.default === undefined
        ? '–'
        : code(JSON.stringify(schema.default));
    return `| ${code(key)} | ${kind(schema)} | ${value} | ${schema.description ?? ''} |`;
  });
  return ['| key | value | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const code = (text: string) => `\`${text}\``;

function kind(schema: JsonSchema): string {
  if (schema.writeOnly === true) return 'secret';
  if (schema.enum !== undefined) return schema.enum.map((word) => code(String(word))).join(', ');
  if (schema.type === 'array') {
    const inner = schema.items ?? {};
    return inner.enum === undefined ? 'list' : `list of ${kind(inner)}`;
  }
  const names: Record<string, string> = {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true, false',
  };
  return names[schema.type ?? schema.anyOf?.[0]?.type ?? ''] ?? 'value';
}

export const schemaText = () => `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
