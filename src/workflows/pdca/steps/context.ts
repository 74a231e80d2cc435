import type { Host } from '../../../host/host.ts';
import { runSandboxed } from '../../../host/sandbox/run.ts';
import { AutodevError } from '../../../work/errors.ts';
import { untrusted } from '../../prompt.ts';
import type { ResultOf } from '../done.ts';
import { modelOf } from '../models.ts';
import { gmailPath, slackPath } from '../documents/places.ts';
import type { Work } from '../work.ts';
import { promptOf, type Asking } from './ask.ts';
import type { PdcaNeeds } from './needs.ts';
import { writeDocument } from './write.ts';

const MESSAGES = 100;
const MAILS = 20;
const TIMEOUT_MS = 60_000;

const MAIL_WORK = {
  analysis: '',
  drafts: 'Write a draft of an answer to each mail that needs one.',
  todos: 'End with a list of things to do, one per line, as Markdown check boxes.',
  task: '',
} as const;

/** What Slack or Gmail hold, fetched by the configured commands and written up by an analyst. Never skipped silently. */
export async function context(
  asking: Asking,
  work: Work & { kind: 'context' },
): Promise<ResultOf<'context'>> {
  const { needs } = asking;
  const { options, tree } = needs;
  const messages = await fetched(needs, work.source);
  const slack = work.source === 'slack';
  const path = slack ? slackPath(options.slack ?? '') : gmailPath(options.gmail?.stamp ?? '');
  const shared = { place: tree.cwd, path, messages: untrusted(messages) };
  const prompt = slack
    ? await promptOf(asking, 'slack', { ...shared, source: options.slack ?? '' })
    : await promptOf(asking, 'gmail', {
        ...shared,
        source: (options.gmail?.query ?? null) === null ? 'unread' : 'a search',
        work: MAIL_WORK[options.gmail?.work ?? 'task'],
      });
  const name = slack ? 'slack-analyst' : 'gmail-analyst';
  const written = await writeDocument(asking, path, {
    role: 'analyst',
    name,
    model: modelOf('context', asking.around.mode, false),
    prompt,
  });
  if (written === undefined) throw new AutodevError('failed', `the ${name} wrote nothing`);
  if (!slack && options.gmail?.work !== 'task') needs.say(written.text.trim());
  return { path };
}

async function fetched(needs: PdcaNeeds, source: 'slack' | 'gmail'): Promise<string> {
  const { options } = needs;
  const { status, list } = commandsFor(needs, source);
  const at = { host: needs.host, cwd: needs.tree.cwd, signal: needs.signal };
  await refuseLoggedOut(at, status, source);
  return output(at, list, source, {
    channel: options.slack ?? '',
    query: options.gmail?.query ?? '',
    limit: String(source === 'slack' ? MESSAGES : MAILS),
  });
}

interface At {
  host: Host;
  cwd: string;
  signal: AbortSignal;
}

export async function refuseLoggedOut(at: At, status: readonly string[], source: string): Promise<void> {
  const answered = await output(at, status, source);
  if (/"authenticated"\s*:\s*true/.test(answered)) return;
  throw new AutodevError('invalid_input', `${source} is not logged in`, {
    why: answered.trim().slice(0, 300),
  });
}

/** Which commands fetch it; missing ones are an error with the key to set. */
export function commandsFor(
  { context: commands, options }: Pick<PdcaNeeds, 'context' | 'options'>,
  source: 'slack' | 'gmail',
): { status: readonly string[]; list: readonly string[] } {
  const { slack, gmail } = commands;
  if (source === 'slack' && slack !== undefined) return { status: slack.status, list: slack.history };
  if (source === 'gmail' && gmail !== undefined)
    return {
      status: gmail.status,
      list: (options.gmail?.query ?? null) === null ? gmail.unread : gmail.search,
    };
  throw new AutodevError('invalid_config', `--${source} needs its commands`, {
    why: `context.${source} is not in config.yaml`,
    hint:
      source === 'slack'
        ? 'set context.slack.status and context.slack.history'
        : 'set context.gmail.status, unread and search',
  });
}

async function output(
  { host, cwd, signal }: At,
  argv: readonly string[],
  source: string,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const words = argv.map((word) =>
    word.replaceAll(/\{(channel|query|limit)\}/g, (_, name: string) => values[name] ?? ''),
  );
  const [program = '', ...args] = words;
  // The person's own commands with the person's own login: they run as the person, not in the sandbox.
  const done = await runSandboxed({ ...host, sandbox: undefined }, program, args, {
    cwd,
    env: host.env,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: 1024 * 1024,
    signal,
  });
  if (done.code === 0) return done.stdout.toString('utf8');
  throw new AutodevError('failed', `the ${source} command failed: ${words.join(' ')}`, {
    why: done.stderr.trim().slice(-500) || `exit code ${done.code ?? '?'}`,
  });
}
