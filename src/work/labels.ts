/** The forge's labels are the single source of truth of what is finished. */
export const LABEL = { wip: 'autodev:wip', done: 'autodev:done', skip: 'autodev:skip' } as const;

export type Label = (typeof LABEL)[keyof typeof LABEL];

const COLOR: Record<Label, string> = {
  'autodev:wip': 'fbca04',
  'autodev:done': '0e8a16',
  'autodev:skip': 'd4c5f9',
};

const DESCRIPTION: Record<Label, string> = {
  'autodev:wip': 'autodev is working on this',
  'autodev:done': 'autodev has finished this',
  'autodev:skip': 'left to a person; remove this label to let autodev try again',
};

export function labelLook(label: Label): { color: string; description: string } {
  return { color: COLOR[label], description: DESCRIPTION[label] };
}

export function isOurs(label: string): label is Label {
  return label === LABEL.wip || label === LABEL.done || label === LABEL.skip;
}

export function ours(labels: readonly string[]): Label[] {
  return labels.filter(isOurs);
}
