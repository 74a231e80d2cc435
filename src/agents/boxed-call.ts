import type { Box, BoxRules } from '../host/box/box.ts';
import type { NetDoor } from '../host/box/net-door.ts';
import { prepareBox } from '../host/box/prepare.ts';
import type { Tokens } from '../work/prices.ts';
import type { AgentResult } from './agent.ts';
import type { Call } from './call.ts';
import type { CliRun } from './cli-run.ts';
import { openMeter } from './meter.ts';
import type { Watch } from './watch.ts';

/** A call as it is made in a box: another way to the model, no key, and everything that goes through counted. */
export interface BoxedCall {
  box: Box & NetDoor;
  env: Record<string, string>;
  args: readonly string[];
  /** Tells what was noticed meanwhile: a stream of events begins with the CLI's own. */
  tell(): void;
  /** The result with what the CLI did not know of: other programs in the box can ask the model too. */
  settled(result: AgentResult): AgentResult;
}

export async function boxedCall(
  { host, request, settings, emit }: CliRun,
  call: Call,
  rules: BoxRules,
  tmp: string,
  env: Readonly<Record<string, string>>,
  watch: Watch,
): Promise<BoxedCall> {
  const { relay, args, hosts } = call.way(env);
  const meter = openMeter(request.model);
  const secrets = (relay?.secrets ?? []).map((name) => ({
    name,
    standIn: `sk-autodev-${host.random.hex(16)}`,
    real: env[name] ?? '',
  }));
  const { budgetUsd } = request.limits;
  const told = new Set<string>();
  const waiting: string[] = [];
  const notice = (text: string) => {
    if (!told.has(text)) waiting.push(text);
    told.add(text);
  };
  const tell = () => {
    for (const text of waiting.splice(0)) emit({ type: 'notice', text });
  };
  const box = await prepareBox(
    {
      rules: { ...rules, allowHosts: [...rules.allowHosts, ...hosts] },
      scratch: tmp,
      worktree: { path: request.cwd, write: request.access === 'write' },
      read: settings.plugins,
      folders: call.folders,
    },
    {
      refused: (where, why) => notice(`network: ${where} ${why}`),
      model: relay && {
        upstream: relay.upstream,
        secrets,
        refusal: () => {
          if (meter.costUsd() <= budgetUsd) return undefined;
          watch.stop('budget_limit');
          return 'the budget of this session is used up';
        },
        asked: meter.asked,
      },
    },
  );
  return {
    box,
    env: {
      ...env,
      ...relay?.env,
      ...Object.fromEntries(secrets.map(({ name, standIn }) => [name, standIn])),
    },
    args: args?.(call.args) ?? call.args,
    tell,
    settled: (result) => {
      const more = total(meter.tokens()) - total(result.tokens);
      if (more <= 0) return result;
      const costUsd = Math.max(result.costUsd, meter.costUsd());
      notice(
        `network: ${more} more tokens went to the model (${meter.questions()} questions) than the CLI told; they are counted`,
      );
      tell();
      return { ...result, tokens: meter.tokens(), costUsd };
    },
  };
}

const total = ({ input, output, cacheWrite, cacheRead }: Tokens) => input + output + cacheWrite + cacheRead;
