import type { Command } from '../command.ts';

export const AUDIT: Command = {
  name: 'audit',
  about: 'Show everything that was written to the forge: who wrote what where, when, and what led to it.',
  args: ['[id…]'],
  words: { ask: 'ids' },
  options: {
    verify: { about: 'also read the forge and the daily logs back, and name what differs' },
    since: { value: 'DAY', about: 'from this day on, such as 2026-02-20, or a span such as 7d' },
  },
  more: 'A chain of hashes over the ledger shows what was changed, cut or added in the store; it is checked each time. With --verify each effect is looked for on the forge by its branch, commit, number or mark: deleted, edited, missing or foreign. Exit code 1 says that something differs. An id may be shortened as long as it means one item.',
  example: 'autodev audit --verify --since 7d',
  load: () => import('./audit.ts'),
};
