import { estimatePlan } from '../../../workflows/compile/project/estimate.ts';
import type { CompilePlan } from '../../../workflows/compile/project/plan.ts';
import type { Project } from '../../../workflows/compile/project/project.ts';
import type { Input } from '../../command.ts';

/** `--dry-run`: what would be compiled, in which order, why, and for how much. */
export async function showPlan(input: Input, project: Project, plan: CompilePlan): Promise<number> {
  const estimated = await estimatePlan(project, plan);
  const known = estimated.map(({ estimate }) => estimate.usd);
  const usd = known.includes(null) ? null : known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const { upToDate, byHand, refused } = plan;
  for (const { dir, reason } of refused) input.io.err(`✖ ${dir}: ${reason}\n`);
  if (input.json) {
    const targets = estimated.map(({ dir, reasons, mode, after, language, estimate }) => ({
      dir,
      reasons,
      mode,
      after,
      language,
      ...estimate,
    }));
    input.io.out(`${JSON.stringify({ targets, up_to_date: upToDate, by_hand: byHand, refused, usd })}\n`);
  } else {
    for (const [at, { dir, mode, reasons, why, language, estimate }] of estimated.entries()) {
      const said = reasons.length === 0 ? why : reasons.join(', ');
      const cost = `${estimate.input_tokens} tokens of prompts, ${price(estimate.usd)}`;
      input.io.out(`${at + 1}. ${mode} ${dir} (${said}), ${language}: ${cost}\n`);
    }
    const settled = upToDate.length + byHand.length;
    input.io.out(`${estimated.length} to compile, ${settled} up to date, ${price(usd)}\n`);
  }
  return refused.length > 0 ? 3 : 0;
}

function price(usd: number | null): string {
  return usd === null ? 'price unknown' : `about $${usd.toFixed(2)}`;
}
