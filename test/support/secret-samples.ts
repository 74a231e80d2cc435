/** Random-looking characters, the same at every run. Put together here, so that no scanner takes a file for a leak. */
export function noise(length: number, alphabet: string, seed = 7): string {
  let state = seed * 7919 + length;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    text += alphabet[(state >> 7) % alphabet.length] ?? '';
  }
  return text;
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
export const HEX = '0123456789abcdef';
export const WORD = `${UPPER}${UPPER.toLowerCase()}${DIGITS}`;
const UPPER_DIGITS = `${UPPER}${DIGITS}`;
const code = (text: string) => Buffer.from(text).toString('base64');
const word = (length: number) => noise(length, WORD);
const hex = (length: number) => noise(length, HEX);
const github = `ghp_${word(36)}`;
const slack = `xoxb-${noise(12, DIGITS)}-${noise(12, DIGITS)}-${word(24)}`;
const uuid = [8, 4, 4, 4, 12].map(hex).join('-');
const pem = (kind: string) => `-----BEGIN ${kind}-----\n${word(64)}\n${word(64)}\n-----END ${kind}-----`;
const jwt = (payload: object) =>
  [{ alg: 'HS256' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + `.${word(43)}`;

/** What must be found, as it would stand in a file. */
export const SECRETS: readonly (readonly [what: string, text: string])[] = [
  ['GitHub personal', github],
  ['GitHub OAuth', `gho_${word(36)}`],
  ['GitHub user', `ghu_${word(36)}`],
  ['GitHub server', `ghs_${word(36)}`],
  ['GitHub refresh', `ghr_${word(36)}`],
  ['GitHub fine-grained', `github_pat_${word(22)}_${word(59)}`],
  ['GitLab', `glpat-${word(20)}`],
  ['GitLab deploy', `gldt-${word(20)}`],
  ['Slack bot', slack],
  ['Slack user', `xoxp-${noise(12, DIGITS)}-${word(30)}`],
  ['Slack app', `xapp-1-${noise(11, UPPER_DIGITS)}-${noise(13, DIGITS)}-${hex(64)}`],
  [
    'Slack webhook',
    `https://hooks.slack.com/services/T${noise(8, UPPER_DIGITS)}/B${noise(8, UPPER_DIGITS)}/${word(24)}`,
  ],
  ['Discord', `M${word(25)}.${word(6)}.${word(38)}`],
  ['Discord webhook', `https://discord.com/api/webhooks/${noise(18, DIGITS)}/${word(68)}`],
  ['Telegram', `${noise(10, DIGITS)}:AA${word(33)}`],
  ['Anthropic API', `sk-ant-api03-${word(93)}AA`],
  ['Anthropic OAuth', `sk-ant-oat01-${word(93)}AA`],
  ['Anthropic admin', `sk-ant-admin01-${word(93)}AA`],
  ['OpenAI project', `sk-proj-${word(74)}T3BlbkFJ${word(74)}`],
  ['OpenAI old', `sk-${word(20)}T3BlbkFJ${word(20)}`],
  ['Google API', `AIza${word(35)}`],
  ['Google OAuth secret', `GOCSPX-${word(28)}`],
  ['Google service account', `{"type": "service_account", "private_key_id": "${hex(40)}"}`],
  ['npm', `npm_${word(36)}`],
  ['npmrc', `//registry.npmjs.org/:_authToken=${uuid}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${word(60)}`],
  ['AWS id', `AKIA${noise(16, UPPER_DIGITS)}`],
  ['AWS temporary id', `ASIA${noise(16, UPPER_DIGITS)}`],
  ['AWS secret', `aws_secret_access_key = ${word(40)}`],
  ['AWS secret in code', `secretAccessKey: '${word(40)}'`],
  ['Azure storage', `DefaultEndpointsProtocol=https;AccountName=app;AccountKey=${word(86)}==`],
  ['Azure shared access', `https://app.blob.core.windows.net/c?sv=2022-11-02&sig=${word(43)}%3D`],
  ['Azure client secret', `${word(3)}8Q~${word(34)}`],
  ['JWT', jwt({ sub: 'u-5531', exp: 1 })],
  ['PEM', pem('RSA PRIVATE KEY')],
  ['PKCS 8', pem('PRIVATE KEY')],
  ['OpenSSH', pem('OPENSSH PRIVATE KEY')],
  ['PGP', pem('PGP PRIVATE KEY BLOCK')],
  ['PuTTY', `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n${word(48)}`],
  ['age', `AGE-SECRET-KEY-1${noise(58, UPPER_DIGITS)}`],
  ['Stripe', `sk_live_${word(24)}`],
  ['Stripe restricted', `rk_live_${word(24)}`],
  ['Stripe webhook', `whsec_${word(32)}`],
  ['Twilio', `SK${hex(32)}`],
  ['SendGrid', `SG.${word(22)}.${word(43)}`],
  ['Mailgun', `key-${hex(32)}`],
  ['Hugging Face', `hf_${word(34)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Doppler', `dp.pt.${word(43)}`],
  ['Heroku', `HEROKU_API_KEY=${uuid}`],
  ['Linear', `lin_api_${word(40)}`],
  ['Notion', `secret_${word(43)}`],
  ['Postman', `PMAK-${hex(24)}-${hex(34)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Square', `sq0atp-${word(22)}`],
  ['Supabase', `sbp_${hex(40)}`],
  ['Vault', `hvs.${word(90)}`],
  ['Groq', `gsk_${word(52)}`],
  ['Grafana', `glsa_${word(32)}_${hex(8)}`],
  ['Docker token', `dckr_pat_${word(27)}`],
  ['Tailscale', `tskey-auth-${word(11)}-${word(32)}`],
  ['basic login in a URL', `https://deploy:${word(14)}@registry.corp.net/v2/`],
  ['database URL', `postgres://app:${word(14)}@db.corp.net:5432/app`],
  ['connection string', `Server=db;Database=app;User Id=sa;Password=${word(14)};`],
  ['netrc', `machine api.corp.net login deploy password ${word(14)}`],
  ['Docker config', `{"auths": {"r.corp.net": {"auth": "${code(`deploy:${word(14)}`)}"}}}`],
  ['kube config', `    client-key-data: ${code(pem('EC PRIVATE KEY'))}`],
  ['base64', `token = "${code(`token=${github}`)}"`],
  ['base64 for URLs', Buffer.from(`>>>???${slack}~~~`).toString('base64url')],
  ['base64 twice', code(code(`x ${github} y`))],
  [
    'base64 over lines',
    (code(`${'some words before it '.repeat(4)}${github}`).match(/.{1,40}/g) ?? []).join('\n'),
  ],
  ['hexadecimal', Buffer.from(github).toString('hex')],
  ['escapes', Array.from(github, (c) => `\\x${c.charCodeAt(0).toString(16)}`).join('')],
  ['percents', Array.from(github, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
  ['two literals', `const t = '${github.slice(0, 12)}' + '${github.slice(12)}';`],
  ['literals over lines', `t = ("${github.slice(0, 12)}"\n     "${github.slice(12)}")`],
  [
    'behind a comment that would switch rules off',
    `// secretlint-disable\n${slack}\n/* secretlint-disable-line */`,
  ],
];

/** What ordinary projects hold and must pass: one beside each family above, and what code is full of. */
export const NEAR_MISSES: readonly (readonly [what: string, text: string])[] = [
  ['too short for GitHub', `ghp_${word(12)}`],
  ['GitHub in a sentence', 'tokens begin with ghp_, gho_ or github_pat_'],
  ['GitHub placeholder', `ghp_${'x'.repeat(36)}`],
  ['GitHub example', 'ghp_EXAMPLEexampleEXAMPLEexampleEXAMPLEexa'],
  ['GitLab variable', 'glpat-$CI_JOB_TOKEN'],
  ['Slack placeholder', 'xoxb-your-token-here'],
  ['Slack webhook of the docs', 'https://hooks.slack.com/services/'],
  ['three words with dots', 'Module.submodule.function_name_that_is_rather_long'],
  ['Discord page', 'https://discord.com/api/webhooks/'],
  ['a ratio', '1234567890:AAA'],
  ['CSS class', 'class="sk-folding-cube-container-element"'],
  ['Anthropic placeholder', 'sk-ant-api03-...'],
  ['OpenAI placeholder', 'OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx'],
  ['Google placeholder', 'AIza...'],
  ['npm script', 'npm_config_registry=https://registry.npmjs.org'],
  ['npmrc with a variable', '//registry.npmjs.org/:_authToken=${NPM_TOKEN}'],
  ['PyPI link', 'https://pypi.org/project/pypi-simple/'],
  ['AWS example id', 'AKIAIOSFODNN7EXAMPLE'],
  ['AWS example secret', 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['AWS from the environment', 'aws_secret_access_key = os.environ["AWS_SECRET_ACCESS_KEY"]'],
  ['Azure placeholder', 'AccountKey=<your-key>'],
  ['a query', 'https://example.org/?sig=abc'],
  ['the token that every JWT page shows', jwt({ sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 })],
  ['JWT header alone', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'],
  ['public key', pem('PUBLIC KEY')],
  ['certificate', pem('CERTIFICATE')],
  ['words about keys', 'It begins with "BEGIN PRIVATE KEY" and five dashes.'],
  ['ssh public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${word(43)} me@host`],
  ['age recipient', `age1${noise(58, HEX)}`],
  ['Stripe test key', `sk_test_${word(24)}`],
  ['Stripe publishable', `pk_live_${word(24)}`],
  ['twilio sid of the docs', 'SKxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
  ['SendGrid namespace', 'SG.Mail.Client'],
  ['a key with a dash', 'key-binding-of-the-editor'],
  ['Hugging Face placeholder', 'hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'],
  ['uuid', `id: ${uuid}`],
  ['SHA-1', hex(40)],
  ['SHA-256', `sha256:${hex(64)}`],
  ['lock file hash', `"integrity": "sha512-${noise(86, WORD)}=="`],
  ['go.sum line', `golang.org/x/text v0.3.7 h1:${noise(43, WORD)}=`],
  ['Cargo checksum', `checksum = "${hex(64)}"`],
  ['yarn resolved', `resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${hex(40)}"`],
  ['a picture', `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${noise(200, WORD)}`],
  ['base64 of prose', code('This is only a sentence that somebody put into base64 for a test.')],
  ['hexadecimal of prose', Buffer.from('only some words, nothing to hide in here').toString('hex')],
  ['percents of prose', 'https://example.org/?q=a%20b%2Fc&name=%ED%95%9C%EA%B5%AD'],
  ['URL without password', 'https://user@example.org/path'],
  ['URL with a port', 'http://localhost:8080/@scope/name'],
  ['database URL of a manual', 'postgres://user:password@localhost/db'],
  ['database URL with a variable', 'postgres://app:${DB_PASSWORD}@db/app'],
  ['git over ssh', 'git@github.com:org/repo.git'],
  ['a name that is asked for', 'password: { type: String, required: true }'],
  ['a long identifier', 'thisIsAVeryLongIdentifierThatSomebodyWroteInJavaScriptCode2'],
  ['a path', 'src/workflows/workspace/worktree-at-some-long-place/index.test.ts'],
  ['joined words', "const words = 'one ' + 'two ' + 'three';"],
  ['a minified line', 'function a(b,c){return b?c.d(e.f("g")):h[i]||j}var k=new l("m","n");'],
  ['Korean', '비밀번호는 환경 변수에서 읽습니다: DB_PASSWORD'],
];
