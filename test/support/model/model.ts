import { createRequire } from 'node:module';
import { openPlan, type Conversation } from './plan.ts';
import type { Script } from '../../../src/agents/scripted/script.ts';
import { openRecorder, type Recorded } from './recorder.ts';
import { planFromScript } from './script-plan.ts';
import { replyFor, type Dialect, type Fault, type Reply, type Turn } from './turn.ts';

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
  turns?: readonly Turn[] | undefined;
  others?: readonly Conversation[] | undefined;
  /** Plays this script of the scripted agent instead. */
  script?: Script | undefined;
  /** Asked before each turn: what goes wrong with it instead. */
  fault?: (() => Fault | undefined) | undefined;
}

/** A model on loopback that takes the given turns. After the last one it says "done". */
export async function openModel(options: ModelOptions): Promise<ScriptedModel> {
  const tools = createRequire(new URL('../../tools/package.json', import.meta.url));
  const { LLMock } = tools('@copilotkit/aimock') as { LLMock: new (options: object) => Mock };
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  let current: Reply | undefined;
  mock.on({ predicate: () => true }, () => current ?? { content: 'ok' });
  await mock.start();

  const { dialect, turns = [], others = [], script } = options;
  const plan = script === undefined ? openPlan(turns, others) : planFromScript(script, options.dialect);
  // One turn at a time: aimock does not tell which of two requests it asks about.
  let before: Promise<void> = Promise.resolve();
  const recorder = await openRecorder(mock.url, dialect, async (asked, pass) => {
    const fault = options.fault?.();
    const turn = fault === undefined ? plan.next(asked) : { fault };
    const mine = before.then(async () => {
      current = replyFor(turn, dialect, asked.cwd);
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
