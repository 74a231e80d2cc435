import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Fetch } from '../../src/host/net/fetch.ts';

const tools = createRequire(new URL('../tools/package.json', import.meta.url));
const fixtures = new URL('../fixtures/forge/', import.meta.url);

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  requestBody?: { content?: Record<string, { schema: Json }> };
  responses: Record<string, Json & { $ref?: string }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}
type Validate = ((data: unknown) => boolean) & {
  errors?: { instancePath: string; message?: string; params: unknown }[] | null;
};
interface Ajv {
  addSchema(schema: Json, id: string): void;
  compile(schema: Json): Validate;
}

export interface Exchange {
  operationId: string;
  status: number;
  faults: string[];
}

/** Every exchange of a forge held against GitHub's own description of its API. */
export interface Witness {
  fetch: Fetch;
  exchanges: Exchange[];
}

export function readDescription(): Description {
  return JSON.parse(readFileSync(new URL('github-openapi.json', fixtures), 'utf8')) as Description;
}

export function listedOperations(): string[] {
  return JSON.parse(readFileSync(new URL('operations.json', fixtures), 'utf8')) as string[];
}

/** OpenAPI 3.0 says `nullable` where JSON Schema says a type of null; GitHub's `oneOf` often holds overlapping choices. */
function jsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(jsonSchema);
  if (node === null || typeof node !== 'object') return node;
  const { nullable, discriminator: _, ...rest } = node as Json;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key === 'oneOf' ? 'anyOf' : key, jsonSchema(value)]),
  );
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}

/** GitHub answers null here, as its webhooks' schemas and its own recorded answers have it; the description forgets it. */
const REALLY_NULLABLE: Readonly<Record<string, readonly string[]>> = {
  'pull-request-review-comment': ['line', 'original_line', 'position'],
  'review-comment': ['line', 'original_line', 'position'],
};

function mended(components: Description['components']): Description['components'] {
  const copy = structuredClone(components);
  for (const [name, fields] of Object.entries(REALLY_NULLABLE)) {
    const properties = (copy['schemas']?.[name]?.['properties'] ?? {}) as Record<string, Json>;
    for (const field of fields) Object.assign(properties[field] ?? {}, { nullable: true });
  }
  return copy;
}

export function openWitness(apiUrl: () => string, description = readDescription()): Witness {
  const { default: Ajv2020 } = tools('ajv/dist/2020') as { default: new (options: Json) => Ajv };
  const { default: addFormats } = tools('ajv-formats') as { default: (ajv: Ajv) => void };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, logger: false });
  addFormats(ajv);
  ajv.addSchema({ $id: 'github', components: jsonSchema(mended(description.components)) }, 'github');
  const compiled = new Map<Json, Validate>();
  const validate = (schema: Json, data: unknown): string[] => {
    let check = compiled.get(schema);
    if (check === undefined) {
      const text = JSON.stringify(jsonSchema(schema)).replaceAll('"#/components/', '"github#/components/');
      check = ajv.compile(JSON.parse(text) as Json);
      compiled.set(schema, check);
    }
    if (check(data)) return [];
    return (check.errors ?? [])
      .slice(0, 5)
      .map((error) => `${error.instancePath} ${error.message ?? ''} ${JSON.stringify(error.params)}`);
  };
  const matchers = Object.entries(description.paths).flatMap(([path, methods]) => {
    const pattern = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      ['ref', 'path', 'branch', 'basehead'].includes(name) ? '(?:.+)' : '(?:[^/]+)',
    );
    return Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      regex: new RegExp(`^${pattern}$`),
      // Literal parts win: `/commits/{ref}/status` before `/commits/{ref}`.
      weight: path.replace(/\{\w+\}/g, '').length,
      operation,
    }));
  });
  matchers.sort((a, b) => b.weight - a.weight);
  const exchanges: Exchange[] = [];

  const observe = (
    method: string,
    path: string,
    requestBody: string | undefined,
    status: number,
    responseBody: string,
  ): void => {
    // What the API only points to is not described.
    if (path.startsWith('/_logs/')) return;
    const found = matchers.find((entry) => entry.method === method && entry.regex.test(path))?.operation;
    if (found === undefined) {
      exchanges.push({
        operationId: `${method} ${path}`,
        status,
        faults: ['is no operation of the description'],
      });
      return;
    }
    const faults: string[] = [];
    const wanted = found.requestBody?.content?.['application/json']?.schema;
    // What we send on purpose to be refused need not be valid.
    if (wanted !== undefined && requestBody !== undefined && status < 400) {
      faults.push(...validate(wanted, JSON.parse(requestBody)).map((fault) => `request ${fault}`));
    }
    const answer = found.responses[String(status)];
    const said =
      answer?.$ref === undefined
        ? answer
        : description.components['responses']?.[answer.$ref.split('/').at(-1) ?? ''];
    const content = (said?.['content'] ?? {}) as Record<string, { schema: Json }>;
    const schema = (content['application/json'] ?? content['application/json+cacheable'])?.schema;
    if (answer === undefined && ![304, 401, 403, 404, 405, 409, 422].includes(status))
      faults.push(`status ${status} is not described`);
    if (schema !== undefined && responseBody !== '')
      faults.push(...validate(schema, JSON.parse(responseBody)).map((fault) => `response ${fault}`));
    exchanges.push({ operationId: found.operationId, status, faults });
  };

  return {
    exchanges,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const text = await response.clone().text();
      const { pathname } = new URL(typeof url === 'string' || url instanceof URL ? url : url.url);
      const path = decodeURI(pathname.slice(new URL(apiUrl()).pathname.replace(/\/$/, '').length));
      observe(
        init?.method ?? 'GET',
        path,
        typeof init?.body === 'string' ? init.body : undefined,
        response.status,
        text,
      );
      return response;
    },
  };
}
