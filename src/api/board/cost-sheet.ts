export interface CostLine {
  name: string;
  usd: number;
  tokens: number;
  /** Booked steps. */
  steps: number;
}

/** So many items, the dearest, are in a sheet. */
export const MOST_ITEMS = 20;

/** What was spent, seen from several sides. Each side sums up to the same total, but for the items. */
export interface CostSheet {
  days: number;
  total_usd: number;
  /** Every day of the span, oldest first, also those on which nothing was spent. */
  by_day: readonly CostLine[];
  by_repo: readonly CostLine[];
  by_role: readonly CostLine[];
  by_model: readonly CostLine[];
  by_item: readonly CostLine[];
  /** Pull requests that were merged in this time, and what they cost from issue to merge. */
  merged: { count: number; usd: number };
}
