import { z } from 'zod';
import { ConfigSchema } from '../schema.ts';
import type { KeyPath } from '../file/source.ts';

/** The part of JSON Schema that our schemas come out as. */
export interface JsonSchema {
  title?: string;
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  writeOnly?: boolean;
  format?: string;
}

let known: JsonSchema | undefined;

/** JSON Schema of config.yaml as people write it. */
export function configJsonSchema(): JsonSchema {
  known ??= { title: 'autodev config.yaml', ...z.toJSONSchema(ConfigSchema, { io: 'input' }) } as JsonSchema;
  return known;
}

/** What the schema says about a key; undefined when there is no such key. */
export function schemaAt(path: KeyPath, root: JsonSchema = configJsonSchema()): JsonSchema | undefined {
  let at: JsonSchema | undefined = root;
  for (const part of path) {
    const properties: Record<string, JsonSchema> = at?.properties ?? {};
    at =
      typeof part === 'number' ? at?.items : Object.hasOwn(properties, part) ? properties[part] : undefined;
  }
  return at;
}

export function isSecret(path: KeyPath): boolean {
  return schemaAt(path)?.writeOnly === true;
}

export interface KnownKey {
  /** With `[]` for every member of a list: `repos[].model`. */
  key: string;
  schema: JsonSchema;
  required: boolean;
}

/** Every key there is, sections included, in the order of the schema. */
export function allKeys(schema: JsonSchema = configJsonSchema(), prefix = ''): KnownKey[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const members =
      inner.items?.properties === undefined ? allKeys(inner, key) : allKeys(inner.items, `${key}[]`);
    return [{ key, schema: inner, required: schema.required?.includes(name) === true }, ...members];
  });
}
