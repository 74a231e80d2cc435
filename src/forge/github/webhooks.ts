import { Webhooks } from '@octokit/webhooks';
import { z } from 'zod';
import { isRepoName } from '../../work/ids.ts';

/** A webhook only makes a scan happen earlier. What it says beyond "look there" is not believed: polling stays the truth. */
export interface WebhookHint {
  repo: string;
  /** `issues.opened`, `push` … */
  reason: string;
}

export interface WebhookOptions {
  secret: string;
  onHint(hint: WebhookHint): void;
  /** Longer bodies are refused before their signature is looked at. */
  maxBytes?: number;
}

const EVENTS = new Set([
  'issues',
  'issue_comment',
  'issue_dependencies',
  'sub_issues',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_run',
  'check_suite',
  'status',
  'push',
]);
const MAX_BYTES = 5 * 1024 * 1024;
const REMEMBERED = 10_000;

const payloadSchema = z.object({
  action: z.string().max(100).nullish(),
  repository: z.object({ full_name: z.string().refine(isRepoName) }),
});

/** Answers webhook deliveries. The signature is checked in constant time before anything of the body is read. */
export function openWebhookReceiver(options: WebhookOptions): (request: Request) => Promise<Response> {
  if (options.secret.length < 8) throw new Error('a webhook secret needs at least 8 characters');
  const webhooks = new Webhooks({
    secret: options.secret,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const seen = new Set<string>();

  return async (request) => {
    if (request.method !== 'POST') return answer(405, 'POST only');
    const event = request.headers.get('x-github-event') ?? '';
    const delivery = request.headers.get('x-github-delivery') ?? '';
    const signature = request.headers.get('x-hub-signature-256') ?? '';
    if (!/^[\w-]{1,64}$/.test(event) || !/^[\w-]{1,64}$/.test(delivery))
      return answer(400, 'not a webhook delivery');
    const body = await readCapped(request, options.maxBytes ?? MAX_BYTES);
    if (body === undefined) return answer(413, 'too long');
    if (
      body === '' ||
      !/^sha256=[0-9a-f]{64}$/.test(signature) ||
      !(await webhooks.verify(body, signature))
    ) {
      return answer(401, 'the signature does not fit');
    }
    // Only after the signature: nobody else can fill the memory or use up a delivery's id.
    if (seen.has(delivery)) return answer(200, 'seen before');
    remember(seen, delivery);
    if (event === 'ping') return answer(200, 'pong');
    if (!EVENTS.has(event)) return answer(202, 'ignored');
    const payload = parse(body, request.headers.get('content-type') ?? '');
    if (payload === undefined) return answer(422, 'no repository in it');
    const { action, repository } = payload;
    options.onHint({ repo: repository.full_name, reason: action ? `${event}.${action}` : event });
    return answer(202, 'accepted');
  };
}

function answer(status: number, words: string): Response {
  return new Response(`${words}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

function remember(seen: Set<string>, delivery: string): void {
  seen.add(delivery);
  const [oldest] = seen;
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
}

function parse(body: string, type: string): z.infer<typeof payloadSchema> | undefined {
  const form = type.startsWith('application/x-www-form-urlencoded');
  const json = form ? (new URLSearchParams(body).get('payload') ?? '') : body;
  try {
    return payloadSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

async function readCapped(request: Request, most: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
