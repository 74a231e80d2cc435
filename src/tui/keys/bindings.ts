/** Every key that does something, as the help shows it. Global ones mean the same everywhere but while text is typed. */
export interface Binding {
  keys: readonly string[];
  /** As it is written in the help. */
  shown: string;
  about: string;
}

export const BINDINGS = {
  panel: { keys: ['Tab', 'Shift-Tab'], shown: 'Tab', about: 'next panel: Active Items, Activity Log' },
  down: { keys: ['j', 'Down'], shown: 'j ↓', about: 'down; in the details, scroll' },
  up: { keys: ['k', 'Up'], shown: 'k ↑', about: 'up' },
  pageDown: { keys: ['PageDown', 'Ctrl-D'], shown: 'PgDn', about: 'a page down' },
  pageUp: { keys: ['PageUp', 'Ctrl-U'], shown: 'PgUp', about: 'a page up' },
  first: { keys: ['g', 'Home'], shown: 'g', about: 'to the first row' },
  last: { keys: ['G', 'End'], shown: 'G', about: 'to the last row' },
  details: {
    keys: ['Enter'],
    shown: 'Enter',
    about: 'details: timeline, verdicts, findings, cost, the running session',
  },
  retry: { keys: ['r'], shown: 'r', about: 'retry a failed item now' },
  answer: { keys: ['a'], shown: 'a', about: 'answer what the item asks' },
  pause: { keys: ['p'], shown: 'p', about: 'pause the daemon, or let it go on' },
  cancel: { keys: ['c'], shown: 'c', about: 'cancel the item and leave it to you; asks first' },
  open: { keys: ['o'], shown: 'o', about: "open the item's page in the browser" },
  filter: { keys: ['/'], shown: '/', about: 'show only what contains a text' },
  back: { keys: ['Esc', 'Left', 'Backspace'], shown: 'Esc', about: 'back; clears the filter' },
  help: { keys: ['?'], shown: '?', about: 'this help; type to search it' },
  quit: { keys: ['q', 'Ctrl-C'], shown: 'q', about: 'quit; the daemon goes on' },
} as const satisfies Record<string, Binding>;

export type KeyName = keyof typeof BINDINGS;

const BY_KEY = new Map<string, KeyName>(
  (Object.keys(BINDINGS) as KeyName[]).flatMap((name) =>
    BINDINGS[name].keys.map((key) => [key, name] as const),
  ),
);

export function bindingOf(key: string): KeyName | undefined {
  return BY_KEY.get(key);
}

/** What the help shows for a search. */
export function foundBindings(filter: string): Binding[] {
  const wanted = filter.toLowerCase();
  return Object.values(BINDINGS).filter(({ shown, about }: Binding) =>
    `${shown} ${about}`.toLowerCase().includes(wanted),
  );
}
