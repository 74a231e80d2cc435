/** The files of a run, by its feature. */
export const planPath = (feature: string): string => `docs/01-plan/${feature}.plan.md`;
export const designPath = (feature: string): string => `docs/02-design/${feature}.design.md`;
export const reportPath = (feature: string): string => `docs/04-report/${feature}.report.md`;
export const slackPath = (channel: string): string => `.omc/slack-context/${channel}.md`;
export const gmailPath = (stamp: string): string => `.omc/gmail-context/${stamp}.md`;
export const STATUS_PATH = 'docs/.pdca-status.json';
export const branchOf = (feature: string): string => `feat/${feature}`;
