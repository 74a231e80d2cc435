import type { Forge } from '../../forge/forge.ts';
import type { Clock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { Issue } from '../../work/issue.ts';
import type { Pull } from '../../work/pull.ts';
import type { WorkContext } from './steps/context.ts';
import type { RepoSettings } from './settings.ts';

/** Items of the forge: listed there, marked with labels, claimed and told about in comments. */
export interface ForgeItems {
  readonly on: 'forge';
  /** The list that holds its candidates; a label that nobody owns on an entry of it may be of this flow. */
  readonly target: 'issues' | 'pulls';
  read(forge: Forge, repo: string, number: number): Promise<Issue | Pull>;
  /** From what the list says alone; costs no request. */
  screen(entry: Issue | Pull, context: WorkContext): Screening;
  /** Whether who asks for it (its author, who labelled it, who owns its branch) has our trust: before all that costs or shows. */
  trusted(entry: Issue | Pull, context: WorkContext, before: 'session' | 'effect'): Promise<Screening>;
  /** With further requests, only for candidates that passed the screen. */
  admit(entry: Issue | Pull, context: WorkContext): Promise<Screening>;
  /**
   * Where what decides on it (checks, approvals) changes without the item's own time changing: whether all open ones
   * are looked at with every scan. Such a flow has no part in the cursor, and tells what it waits for.
   */
  everyScan?(settings: RepoSettings): boolean;
  /** Entries that are looked at although they have not changed: what is said about them changes elsewhere. */
  revisit?(context: WorkContext): Promise<(Issue | Pull)[]>;
  /** The pull request that came of it, as far as it is remembered: people decide on that one. */
  product?(from: Pick<ReadFrom, 'forge' | 'store'>, repo: string, number: number): Promise<Pull | undefined>;
  /** What says that it is finished: the label, or, where `done` means something else on the entry, how it left. */
  readonly finished: 'label' | 'outcome';
}

/** Items that stand nowhere on the forge: no label, no claim, no comment; the journal alone knows what is finished. */
export interface OwnItems {
  readonly on: 'journal';
  /** What there may be to do now, asked with every scan of the repository. What is finished already is left out after. */
  find(context: WorkContext): Promise<Candidate[]>;
  /** One of them, also when `find` no longer names it. Undefined: there is no such item. */
  read(from: ReadFrom, repo: string, number: number): Promise<Candidate | undefined>;
}

/** What may become a work item. An entry of the forge's lists is one. */
export interface Candidate {
  number: number;
  title: string;
  author: string;
  createdAt: string;
  updatedAt: string;
}

export interface ReadFrom {
  forge: Forge;
  store: Store;
  clock: Clock;
}

export type Screening =
  | { take: true }
  /** Not for us, now or ever, unless the item itself changes. */
  | { take: false; final: true; reason: string }
  /** Not now; look again at every scan. `parked`: it waits for something else than itself, and the cursor passes it. */
  | { take: false; final: false; reason: string; parked?: true };
