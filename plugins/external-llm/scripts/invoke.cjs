#!/usr/bin/env node
'use strict';
// Asks another model's program once: prompt on standard input, answer on standard output, exit codes as in README.md.
const { spawn } = require('node:child_process');
const fs = require('node:fs');

const EXIT = { ok: 0, failed: 1, usage: 2, input: 3, missing: 4, output: 5, timeout: 124 };
const PROGRAMS = {
  codex: {
    args: (model) => ['exec', '--sandbox=read-only', '--color=never', '--skip-git-repo-check', '--config=approval_policy="never"', ...(model ? [`--model=${model}`] : []), '-'],
    credentials: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_API_KEY', 'CODEX_HOME'],
  },
  gemini: {
    args: (model) => ['--output-format=text', '--approval-mode=default', '--skip-trust', ...(model ? [`--model=${model}`] : [])],
    credentials: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_CLOUD_PROJECT', 'GEMINI_CLI_HOME'],
  },
};
const PASSED = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];

function end(code, message) {
  if (message) fs.writeSync(2, `invoke: ${message}\n`);
  process.exit(code);
}

function options(argv) {
  const [name, ...rest] = argv;
  if (!Object.hasOwn(PROGRAMS, name || '')) end(EXIT.usage, 'usage: invoke.cjs codex|gemini [--model M] [--timeout SECS] [--max-input BYTES] [--max-output BYTES] < prompt');
  const given = { model: '', timeout: '300', 'max-input': String(512 * 1024), 'max-output': String(1024 * 1024) };
  for (let at = 0; at < rest.length; at += 2) {
    const key = (rest[at] || '').replace(/^--/, '');
    if (!rest[at].startsWith('--') || !Object.hasOwn(given, key) || rest[at + 1] === undefined) end(EXIT.usage, `unknown option or missing value: ${rest[at]}`);
    given[key] = rest[at + 1];
  }
  const number = (key) => (/^[1-9]\d{0,9}$/.test(given[key]) ? Number(given[key]) : end(EXIT.usage, `--${key} takes a positive whole number`));
  if (!/^[\w.:/-]*$/.test(given.model)) end(EXIT.usage, '--model has characters no model has');
  return { name, model: given.model, timeoutMs: number('timeout') * 1000, maxInput: number('max-input'), maxOutput: number('max-output') };
}

/** Standard input, at most one byte more than allowed: enough to know that it is too much. */
function readPrompt(cap) {
  const chunks = [];
  const buffer = Buffer.allocUnsafe(65536);
  for (let size = 0; size <= cap; ) {
    const read = fs.readSync(0, buffer, 0, buffer.length, null);
    if (read === 0) break;
    chunks.push(Buffer.from(buffer.subarray(0, read)));
    size += read;
  }
  return Buffer.concat(chunks);
}

function main() {
  const { name, model, timeoutMs, maxInput, maxOutput } = options(process.argv.slice(2));
  const prompt = readPrompt(maxInput);
  if (prompt.length > maxInput) end(EXIT.input, `the prompt is larger than ${maxInput} bytes`);
  if (prompt.toString('utf8').trim() === '') end(EXIT.input, 'the prompt is empty');
  const program = PROGRAMS[name];
  const env = { GEMINI_CLI_NO_RELAUNCH: 'true' };
  for (const key of [...PASSED, ...program.credentials]) if (process.env[key] !== undefined) env[key] = process.env[key];
  // A group of its own, so that everything it has started can be ended with it.
  const child = spawn(name, program.args(model), { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {}
  };
  child.on('error', (error) => end(error.code === 'ENOENT' ? EXIT.missing : EXIT.failed, error.code === 'ENOENT' ? `${name} is not installed` : error.message));
  child.stdin.on('error', () => {});
  child.stdin.end(prompt);
  let size = 0;
  let errors = '';
  let verdict;
  child.stdout.on('data', (chunk) => {
    const room = Math.max(0, maxOutput - size);
    if (room > 0) fs.writeSync(1, chunk.subarray(0, room));
    size += chunk.length;
    if (size <= maxOutput || verdict !== undefined) return;
    verdict = [EXIT.output, `the answer is larger than ${maxOutput} bytes; the rest is cut`];
    stop();
  });
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk.toString('utf8')).slice(-4000);
  });
  const timer = setTimeout(() => {
    verdict = [EXIT.timeout, `${name} did not answer within ${timeoutMs / 1000} s`];
    stop();
    // A grandchild that left the group may hold the pipe: do not wait for it.
    setTimeout(() => end(...verdict), 1000).unref();
  }, timeoutMs);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stop(), process.exit(130)));
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    if (verdict !== undefined) end(...verdict);
    if (code === 0 && size > 0) end(EXIT.ok);
    end(EXIT.failed, `${name} ${code === 0 ? 'gave no answer' : `ended with ${code === null ? signal : `exit code ${code}`}`}\n${errors}`);
  });
}

main();
