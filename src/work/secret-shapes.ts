/** What a secret looks like, wherever it came from. The name of a kind may be told to anybody. */
export interface SecretShape {
  kind: string;
  pattern: RegExp;
}

export const SECRET_SHAPES: readonly SecretShape[] = [
  { kind: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g },
  { kind: 'GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g },
  { kind: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{50,}/g },
  // A digit is asked for: CSS has class names that begin like this.
  { kind: 'API key', pattern: /\bsk-(?=[A-Za-z_-]*\d)(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/g },
  { kind: 'Stripe key', pattern: /\b[sr]k_live_[A-Za-z0-9]{16,}\b/g },
  { kind: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: 'Slack token', pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g },
  {
    kind: 'Slack webhook',
    pattern: /(?<=\bhooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9_/-]{20,}/g,
  },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    kind: 'AWS secret key',
    pattern: /(?<=\baws_secret_access_key["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
  },
  {
    kind: 'private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  },
  { kind: 'password in a URL', pattern: /(?<=:\/\/[^/\s:@]{0,100}:)[^/\s@"'`<>]{4,}(?=@)/g },
];
