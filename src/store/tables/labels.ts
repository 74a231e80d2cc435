import type { Label } from '../../work/labels.ts';

/** Our labels as scans saw them and we set them, per issue or pull request; also of those that are closed by now. */
export interface LabelTable {
  /** All that it carries now. */
  see(repo: string, number: number, labels: readonly Label[]): Promise<void>;
  change(
    repo: string,
    number: number,
    change: { added: readonly Label[]; removed: readonly Label[] },
  ): Promise<void>;
  of(repo: string, number: number): Promise<Label[]>;
  /** How many carry each, in the repositories that are registered. */
  counts(): Promise<Record<Label, number>>;
}
