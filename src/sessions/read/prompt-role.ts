const REMINDER = /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g;

/** How text begins that the program around the agent wrote, in the user's name. */
const BANNERS = [
  'Base directory for this skill:',
  'Caveat: The messages below',
  '[Request interrupted by user',
  'This session is being continued from a previous conversation',
  'Your task is to create a detailed summary of',
  '# AGENTS.md instructions for',
  'Tool loaded.',
  'Warmup',
];
const HOOK_FEEDBACK = /^(\S+ ){0,3}hook (feedback|blocking error|stopped|success|additional context)/i;

/** The text a person may have written, without reminders; empty when nothing is left. */
export function promptText(text: string): string {
  return (text.includes('<system-reminder>') ? text.replace(REMINDER, '') : text).trim();
}

/** Who wrote a prompt, by its text. `[autodev] …` is a prompt like a person's. */
export function promptRole(text: string): 'human' | 'system' {
  if (text.startsWith('<') || HOOK_FEEDBACK.test(text)) return 'system';
  return BANNERS.some((banner) => text.startsWith(banner)) ? 'system' : 'human';
}
