import type { Gap } from './answers.ts';

export interface GapResult {
  /** 0–100, rounded down: 89.9 is not 90. */
  rate: number;
  /** Items that do not match, as the improver is told them. */
  open: string[];
}

/** The rate by code: (match + partial ÷ 2) ÷ all. An item whose file does not exist counts as missing; no items is 0. */
export function gapOf({ items }: Gap, exists: (file: string) => boolean): GapResult {
  let points = 0;
  const open: string[] = [];
  for (const { item, status, file, line } of items) {
    const real = file === undefined || exists(file);
    const counted = real ? status : 'missing';
    points += counted === 'match' ? 1 : counted === 'partial' ? 0.5 : 0;
    if (counted !== 'match')
      open.push(
        `${counted}: ${item}${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}`,
      );
  }
  return { rate: items.length === 0 ? 0 : Math.floor((points / items.length) * 100), open };
}
