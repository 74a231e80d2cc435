/** What is content of the conversation or a description of tools, and so nothing that the model's servers act on. */
const WORDS = new Set([
  'input',
  'args',
  'arguments',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'response',
]);

const isAway = (value: unknown) => typeof value === 'string' && /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * Whether a question makes the model's own servers fetch an address that the question names: that would be a way out of
 * the sandbox to anywhere. The part's name, or undefined.
 */
export function remotePart(value: unknown): string | undefined {
  if (Array.isArray(value)) return first(value, remotePart);
  if (!isObject(value)) return undefined;
  if (Array.isArray(value['mcp_servers']) && value['mcp_servers'].length > 0) return 'mcp_servers';
  if (isAway(value['server_url'])) return 'server_url';
  const { type, source } = value;
  if (isObject(source) && source['type'] === 'url') return 'a source of type url';
  if (typeof type === 'string' && type.startsWith('web_fetch')) return type;
  if (typeof type === 'string' && ['input_image', 'image_url', 'input_file'].includes(type)) {
    const image = value['image_url'];
    const url = isObject(image) ? image['url'] : image;
    if (isAway(url) || isAway(value['file_url'])) return `${type} with an address`;
  }
  for (const key of ['fileData', 'file_data']) {
    const data = value[key];
    if (isObject(data) && (isAway(data['fileUri']) || isAway(data['file_uri']))) return key;
  }
  if ('urlContext' in value || 'url_context' in value) return 'url_context';
  return first(
    Object.entries(value).filter(([key]) => !WORDS.has(key)),
    ([, inner]) => remotePart(inner),
  );
}

function first<T>(list: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
