import { createRequire } from 'node:module';
import { openPlan, type Conversation } from './plan.ts';
import { openRecorder, type Recorded } from './recorder.ts';
import { replyFor, type Dialect, type Reply, type Turn } from './turn.ts';

/** The part of aimock we use. It is a package of test/tools, not of the product. */
interface Mock {
  url: string;
  on(match: object, response: () => Reply): void;
  start(): Promise<string>;
  stop(): Promise<void>;
}

export interface ScriptedModel extends AsyncDisposable {
  /** Base URL on loopback. */
  url: string;
  /** Everything that was asked, in order. */
  requests: readonly Recorded[];
  /** The requests that asked for a turn of the conversation. */
  calls(): readonly Recorded[];
}

export interface ModelOptions {
  dialect: Dialect;
  /** Where the CLI works: relative paths of `write` turns are below it. */
  cwd: string;
  turns: readonly Turn[];
  others?: readonly Conversation[] | undefined;
}

/** A model on loopback that takes the given turns, whatever it is asked. After the last one it says "done". */
export async function openModel(options: ModelOptions): Promise<ScriptedModel> {
  const tools = createRequire(new URL('../../tools/package.json', import.meta.url));
  const { LLMock } = tools('@copilotkit/aimock') as { LLMock: new (options: object) => Mock };
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  let current: Reply | undefined;
  mock.on({ predicate: () => true }, () => current ?? { content: 'ok' });
  await mock.start();

  const plan = openPlan(options.turns, options.others ?? []);
  // One turn at a time: aimock does not tell which of two requests it asks about.
  let before: Promise<void> = Promise.resolve();
  const recorder = await openRecorder(mock.url, async (messages, pass) => {
    const turn = plan.next(messages);
    const mine = before.then(async () => {
      current = replyFor(turn, options.dialect, options.cwd);
      if (!('fault' in turn)) await pass();
    });
    before = mine.catch(() => {});
    await mine;
    return turn;
  });
  return {
    url: recorder.url,
    requests: recorder.requests,
    calls: () => recorder.requests.filter((request) => request.call),
    [Symbol.asyncDispose]: async () => {
      await recorder.close();
      await mock.stop();
    },
  };
}
