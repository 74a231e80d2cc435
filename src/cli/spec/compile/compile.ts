import { HEAL_ANSWERS, type HealAnswer } from '../../../spec/compile/heal.ts';
import type { Healed } from '../../../workflows/compile/project/heal.ts';
import type { Input } from '../../command.ts';
import { placeOf } from '../place.ts';
import { showSummary } from './summary.ts';

const NOT_VALIDATED: Healed = { rounds: 0, status: 'good', issues: [] };

export async function run(input: Input): Promise<number> {
  const [
    { compilePlanned },
    { validateAndHeal },
    { planCompile },
    { checkPhase, optionsOf },
    { showPlan },
    { withProject },
  ] = await Promise.all([
    import('../../../workflows/compile/project/compile.ts'),
    import('../../../workflows/compile/project/heal.ts'),
    import('../../../workflows/compile/project/plan.ts'),
    import('./options.ts'),
    import('./plan.ts'),
    import('./project.ts'),
  ]);
  const { root, dir } = await placeOf(input.text('root'), input.text('path') ?? input.text('root') ?? '.');
  const options = await optionsOf(input, root, input.text('path') === undefined ? '.' : dir);
  const { signal } = input;
  return withProject(input, root, async (project) => {
    const plan = await planCompile(project, options);
    await checkPhase(input, root, options, plan);
    if (input.flag('dry-run')) return showPlan(input, project, plan);
    const done = await compilePlanned(project, options, plan, signal);
    // Without code there is nothing to compare the specs with.
    const healed =
      options.phase === 'red'
        ? NOT_VALIDATED
        : await validateAndHeal(project, options, done, signal, {
            given: input.oneOf('heal', HEAL_ANSWERS),
            ask: (question) => askHeal(input, question),
          });
    return showSummary(input, done, healed, await project.compiler.costUsd());
  });
}

/** Where nobody can be asked nothing is changed. */
async function askHeal(
  input: Input,
  { text, options }: { text: string; options: string[] },
): Promise<HealAnswer> {
  if (!input.io.inIsTerminal || input.json) return 'ignore';
  input.io.err(`${text}\n${options.map((option, at) => `  ${at + 1}. ${option}`).join('\n')}\n`);
  const said = Number(await input.io.ask('1–3: '));
  return HEAL_ANSWERS[said - 1] ?? 'ignore';
}
