import { local } from '../../render/moments.ts';
import { table } from '../../render/table.ts';
import { visible } from '../../render/visible.ts';
import type { CausedEffect } from '../../store/tables/effects.ts';
import { authorOf, whatWasWritten } from '../../workflows/audit/what.ts';
import { palette, type Io } from '../io.ts';
import { forgeCounts, forgeDifferences, linkOf, type Audit } from './wire.ts';

/** The ledger as a table; below it what the chain and the forge say. */
export function auditText(audit: Audit, io: Io): void {
  const { dim, red, green } = palette(io.color);
  const { effects, pages, chain, problems } = audit;
  if (effects.length === 0) io.err('nothing was written to the forge\n');
  else
    io.out(
      `${table(
        ['WHEN', 'ITEM', 'WHAT', 'BY', 'CAUSED BY', 'LINK'].map((head) => ({ head })),
        effects.map((effect) => [
          moment(effect.createdAt),
          effect.work,
          `${whatWasWritten(effect)}${effect.status === 'done' ? '' : ' (not confirmed)'}`,
          authorOf(effect.result) ?? 'autodev',
          causeOf(effect),
          linkOf(effect, pages) ?? '',
        ]),
        dim,
      )}\n`,
    );
  for (const { kind, text, run } of problems)
    io.out(`${red(kind)} ${visible(text)}${run === null ? '' : dim(` ${visible(run)}`)}\n`);
  if (problems.length === 0) {
    const before =
      chain.rowsBefore === 0 ? '' : `, ${chain.rowsBefore} of them from before there was a chain`;
    io.out(`${green('the ledger is whole')}: ${chain.entries} changes recorded${before}\n`);
  }
  if (audit.forge !== undefined) forgeText(audit, io);
}

function forgeText(audit: Audit, io: Io): void {
  const { dim, red, green } = palette(io.color);
  const differences = forgeDifferences(audit);
  for (const { effect, verdict } of differences) {
    const where = linkOf(effect, audit.pages) ?? effect.work;
    io.out(`${red(verdict.state)} ${visible(verdict.text)} ${dim(visible(where))}\n`);
  }
  const { same, unchecked } = forgeCounts(audit);
  const counts = `${same} as recorded, ${unchecked} not to be compared, ${differences.length} different`;
  io.out(`${differences.length === 0 ? green('the forge agrees') : red('the forge differs')}: ${counts}\n`);
}

/** A time that somebody wrote by hand may be none. */
const moment = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? iso : local(iso));

function causeOf({ step, round, session, agent }: CausedEffect): string {
  const told = step === null ? 'the end of its run' : `step ${step}${round ? ` ${round}` : ''}`;
  return session === null ? told : `${told}, session ${session.slice(0, 8)} ${agent ?? ''}`.trimEnd();
}
