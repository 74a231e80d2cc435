import type { Context } from 'hono';
import type { z } from 'zod';
import { Problem, type FieldProblem } from './problem.ts';

const LONGEST_BODY = 10 * 1024 * 1024;
/** Read to its end and thrown away: closing on a client that still sends resets the connection, and the 413 is lost. */
const LONGEST_DRAINED = 100 * 1024 * 1024;

/** A request's JSON, checked. Not JSON → 400, too long → 413, not what the endpoint takes → 422. */
export async function readBody<T extends z.ZodType>(
  c: Context,
  resource: string,
  schema: T,
): Promise<z.infer<T>> {
  const text = await readPlain(c.req.raw);
  let value: unknown = {};
  if (text.trim() !== '') {
    try {
      value = JSON.parse(text);
    } catch {
      throw new Problem(400, 'Problems parsing JSON');
    }
  }
  if (typeof value !== 'object' || value === null) throw new Problem(400, 'Body should be a JSON object');
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const errors = checked.error.issues.map((issue): FieldProblem => {
    const missing = at(value, issue.path) === undefined;
    return {
      resource,
      field: issue.path.map(String).join('.'),
      code: missing ? 'missing_field' : issue.code === 'custom' ? 'custom' : 'invalid',
      ...(missing ? {} : { message: issue.message }),
    };
  });
  throw new Problem(422, 'Validation Failed', errors);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? (node as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** A request's body as text. Too long → 413. */
export async function readPlain(request: Request): Promise<string> {
  const closing = { connection: 'close' };
  const tooLong = (headers?: Record<string, string>) =>
    new Problem(413, 'Request body is too large', undefined, headers);
  if (Number(request.headers.get('content-length') ?? 0) > LONGEST_DRAINED) throw tooLong(closing);
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > LONGEST_DRAINED) throw tooLong(closing);
    if (size <= LONGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > LONGEST_BODY) throw tooLong();
  return Buffer.concat(chunks).toString('utf8');
}
