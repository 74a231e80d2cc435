/** What a secret looks like, wherever it came from. The name of a kind may be told to anybody. */
export interface SecretShape {
  kind: string;
  pattern: RegExp;
}

/** A value that follows a name, `=` or `:` and perhaps a quote, as configuration files and code write it. */
const named = (names: string, value: string): RegExp =>
  new RegExp(`(?<=(?:${names})\\\\?["'\`]?[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4}\\\\?["'\`]?)${value}`, 'gi');

export const SECRET_SHAPES: readonly SecretShape[] = [
  { kind: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g },
  { kind: 'GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g },
  { kind: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[A-Za-z0-9_.-]{20,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  {
    kind: 'npm token',
    pattern: /(?<=:_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}["']?)[A-Za-z0-9_+/=.-]{16,}/g,
  },
  { kind: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{50,}/g },
  { kind: 'RubyGems key', pattern: /\brubygems_[a-f0-9]{48}\b/g },
  { kind: 'Anthropic key', pattern: /\bsk-ant-(?:api|oat|ort|admin|sid)\d{2}-[A-Za-z0-9_-]{20,}/g },
  // A digit is asked for: CSS has class names that begin like this.
  {
    kind: 'API key',
    pattern: /\bsk-(?=[A-Za-z_-]*\d)(?:ant-|proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}/g,
  },
  { kind: 'Groq key', pattern: /\bgsk_[A-Za-z0-9]{40,}\b/g },
  { kind: 'Hugging Face token', pattern: /\b(?:hf|api_org)_[A-Za-z0-9]{30,}\b/g },
  { kind: 'Stripe key', pattern: /\b[sr]k_live_[A-Za-z0-9]{16,}\b/g },
  { kind: 'Stripe key', pattern: /\bwhsec_[A-Za-z0-9+/=]{24,}/g },
  { kind: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: 'Google OAuth secret', pattern: /\bGOCSPX-[A-Za-z0-9_-]{20,}/g },
  { kind: 'Google OAuth token', pattern: /\bya29\.[A-Za-z0-9_-]{20,}/g },
  { kind: 'Google service account', pattern: /(?<="private_key_id\\?"\s{0,4}:\s{0,4}\\?")[0-9a-f]{40}/g },
  { kind: 'Slack token', pattern: /\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}/g },
  { kind: 'Slack token', pattern: /\bxapp-\d-[A-Za-z0-9-]{20,}/g },
  {
    kind: 'Slack webhook',
    pattern: /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9_/-]{20,}/g,
  },
  {
    kind: 'Discord token',
    pattern: /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,40}/g,
  },
  {
    kind: 'Discord webhook',
    pattern: /(?<=\bdiscord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,22}\/)[A-Za-z0-9_-]{40,}/g,
  },
  { kind: 'Telegram token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,35}(?![A-Za-z0-9_-])/g },
  { kind: 'Twilio key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'Twilio token', pattern: named('twilio[_.-]?auth[_.-]?token', '[0-9a-f]{32}\\b') },
  { kind: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{30,}/g },
  { kind: 'Mailgun key', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { kind: 'Mailchimp key', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    kind: 'AWS secret key',
    pattern: named('aws_?secret_?(?:access_?)?key|secretAccessKey', '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])'),
  },
  { kind: 'AWS session token', pattern: named('aws_?session_?token|sessionToken', '[A-Za-z0-9/+=]{100,}') },
  { kind: 'Azure account key', pattern: /(?<=\b(?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40,}={0,2}/gi },
  { kind: 'Azure shared access signature', pattern: /(?<=[?&;]sig=)[A-Za-z0-9%+/]{30,}(?:=|%3D)?/gi },
  {
    kind: 'Azure client secret',
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/g,
  },
  {
    kind: 'Azure client secret',
    pattern: named('azure_?client_?secret|arm_client_secret', '[A-Za-z0-9_~.+/=-]{30,}'),
  },
  {
    kind: 'Azure DevOps token',
    pattern: named('azure_?devops_?(?:ext_)?(?:pat|token)|system_accesstoken', '[a-z0-9]{52,}'),
  },
  { kind: 'JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}/g },
  { kind: 'Supabase key', pattern: /\bsb(?:p|_secret|_publishable_secret)_[A-Za-z0-9_-]{30,}/g },
  { kind: 'Databricks token', pattern: /\bdapi[0-9a-f]{32}(?:-\d)?\b/g },
  { kind: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g },
  {
    kind: 'Doppler token',
    pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]+\.)?[A-Za-z0-9]{40,}\b/g,
  },
  { kind: 'Heroku key', pattern: /\bHRKU-[A-Za-z0-9_-]{36,}/g },
  {
    kind: 'Heroku key',
    pattern: named('heroku[_.-]?(?:api[_.-]?)?key', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  },
  { kind: 'Linear key', pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g },
  { kind: 'Notion token', pattern: /\b(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,})\b/g },
  { kind: 'Postman key', pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g },
  { kind: 'Shopify token', pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g },
  { kind: 'Square token', pattern: /\b(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60,})/g },
  { kind: 'Vault token', pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g },
  { kind: 'Grafana token', pattern: /\bgl(?:sa|c)_[A-Za-z0-9+/=_]{32,}/g },
  { kind: 'Cloudflare token', pattern: /\bcf(?:ut|at|k)_[A-Za-z0-9_-]{40,}/g },
  {
    kind: 'Cloudflare token',
    pattern: named('cloudflare[_.-]?api[_.-]?(?:token|key)', '[A-Za-z0-9_-]{37,}'),
  },
  { kind: 'Vercel token', pattern: /\bvc[prkia]_[A-Za-z0-9]{24,}/g },
  { kind: 'Tailscale key', pattern: /\btskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{16,}/g },
  { kind: 'Figma token', pattern: /\bfig[dou]_[A-Za-z0-9_-]{40,}/g },
  { kind: 'Docker token', pattern: /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/g },
  { kind: 'Docker login', pattern: /(?<="auth\\?"\s{0,4}:\s{0,4}\\?")[A-Za-z0-9+/]{16,}={0,2}(?=\\?")/g },
  { kind: '1Password token', pattern: /\bops_eyJ[A-Za-z0-9_-]{100,}/g },
  { kind: 'Sentry token', pattern: /\bsntry[su]_[A-Za-z0-9+/=_-]{40,}/g },
  { kind: 'New Relic key', pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  { kind: 'Atlassian token', pattern: /\bATATT3[A-Za-z0-9_=-]{60,}/g },
  { kind: 'Terraform token', pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}/g },
  { kind: 'Pulumi token', pattern: /\bpul-[0-9a-f]{40}\b/g },
  { kind: 'age key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g },
  { kind: 'Kubernetes credential', pattern: /(?<=\bclient-key-data:\s{0,4}["']?)[A-Za-z0-9+/]{40,}={0,2}/g },
  { kind: 'netrc login', pattern: /(?<=\bmachine\s+\S+\s+login\s+\S+\s+password\s+)[^\s"'\\]{4,}/g },
  // The beginning is enough: where a key is cut off, what is there is still a key.
  {
    kind: 'private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,8000}?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'private key', pattern: /\bPuTTY-User-Key-File-\d: [\s\S]{0,8000}?Private-Lines: \d+/g },
  { kind: 'password in a URL', pattern: /(?<=:\/\/[^/\s:@]{0,100}:)[^/\s@"'`<>]{4,}(?=@)/g },
  {
    kind: 'password in a connection string',
    pattern: new RegExp(
      String.raw`(?<=\b(?:server|data source|host|uid|user id|database|initial catalog)\s?=[^;\n"']{1,200};` +
        String.raw`[^\n"']{0,300}?\b(?:password|pwd)\s?=\s?)[^;\s"'<>]{4,}`,
      'gi',
    ),
  },
];
