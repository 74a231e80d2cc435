type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords the strict mode refuses; what they ask for is checked by us afterwards. */
const REFUSED = new Set([
  '$schema',
  'default',
  'minLength',
  'maxLength',
  'propertyNames',
  'title',
  'examples',
]);

/**
 * The form OpenAI's strict mode takes: every property required, none besides, optional ones may be null.
 * A schema that is not of this form is refused with 400 before the first token.
 */
export function strictSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictSchema);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !REFUSED.has(key));
  const strict: Json = Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? value : strictSchema(value)]),
  );
  if (!isObject(schema['properties'])) return strict;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  strict['properties'] = Object.fromEntries(
    Object.entries(schema['properties']).map(([name, value]) => {
      const inner = strictSchema(value);
      return [name, required.has(name) ? inner : { anyOf: [inner, { type: 'null' }] }];
    }),
  );
  strict['required'] = Object.keys(schema['properties']);
  strict['additionalProperties'] = false;
  return strict;
}

/** Undoes the nulls that stand for "not given" in an answer to a strict schema. */
export function withoutNulls(answer: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return answer;
  if (Array.isArray(answer)) return answer.map((item) => withoutNulls(item, schema['items']));
  const properties = schema['properties'];
  if (!isObject(answer) || !isObject(properties)) return answer;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name, value]) => value !== null || required.has(name))
      .map(([name, value]) => [name, withoutNulls(value, properties[name])]),
  );
}
