import type { SandboxRules } from '../../host/sandbox/sandbox.ts';
import { prepareSandbox, type PreparedSandbox } from '../../host/sandbox/prepare.ts';
import type { Tokens } from '../../work/prices.ts';
import type { AgentResult } from '../agent.ts';
import type { Call } from './call.ts';
import type { CliRun } from './cli-run.ts';
import { openMeter } from './meter.ts';
import type { Watch } from './watch.ts';

/** A call as it is made in a sandbox: another way to the model, no key, and everything that goes through counted. */
export interface SandboxedCall {
  sandbox: PreparedSandbox;
  env: Record<string, string>;
  args: readonly string[];
  /** Tells what was noticed meanwhile: a stream of events begins with the CLI's own. */
  tell(): void;
  /** The result with what the CLI did not know of: other programs in the sandbox can ask the model too. */
  settled(result: AgentResult): AgentResult;
}

export async function sandboxedCall(
  { host, request, settings, emit }: CliRun,
  call: Call,
  rules: SandboxRules,
  tmp: string,
  env: Readonly<Record<string, string>>,
  watch: Watch,
): Promise<SandboxedCall> {
  const { proxy, args, hosts } = call.way(env);
  const given = call.args({ sandboxed: true });
  const meter = openMeter(request.model);
  const secrets = (proxy?.secrets ?? []).map((name) => ({
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
  const sandbox = await prepareSandbox(
    {
      rules: { ...rules, allowHosts: [...rules.allowHosts, ...hosts] },
      scratch: tmp,
      worktree: { path: request.cwd, write: request.access === 'write' },
      read: settings.plugins,
      folders: call.folders,
    },
    {
      refused: (where, why) => notice(`network: ${where} ${why}`),
      model: proxy && {
        upstream: proxy.upstream,
        secrets,
        authentication: proxy.authentication,
        calls: proxy.calls,
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
    sandbox,
    env: {
      ...env,
      ...proxy?.env,
      ...Object.fromEntries(secrets.map(({ name, standIn }) => [name, standIn])),
    },
    args: args?.(given) ?? given,
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
