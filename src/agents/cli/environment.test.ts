import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentRequest } from '../../../test/support/request.ts';
import { agentEnvironment } from './environment.ts';

test('forge tokens, the ssh agent and our own settings never reach an agent, whoever passes them on', () => {
  const env = {
    PATH: '/bin',
    TZ: 'Asia/Seoul',
    ANTHROPIC_API_KEY: 'k',
    GITHUB_TOKEN: 'x',
    GH_TOKEN: 'x',
    GH_ENTERPRISE_TOKEN: 'x',
    GITLAB_TOKEN: 'x',
    SSH_AUTH_SOCK: 'x',
    GIT_ASKPASS: 'x',
    AUTODEV_HOME: 'x',
    AUTODEV_REVIEWER_TOKEN: 'x',
  };
  const request = agentRequest({ prompt: '', cwd: '/', env, tag: 'run-1' });
  const settings = { home: 'user' as const, extraEnv: { GITHUB_TOKEN: 'y', HTTPS_PROXY: 'p' } };
  assert.deepEqual(agentEnvironment(request, settings, { mark: 'm', tmp: '/t' }, { OWN: '1' }), {
    PATH: '/bin',
    ANTHROPIC_API_KEY: 'k',
    HTTPS_PROXY: 'p',
    OWN: '1',
    TMPDIR: '/t',
    TZ: 'Asia/Seoul',
    GIT_TERMINAL_PROMPT: '0',
    AUTODEV_RUN: 'run-1',
    AUTODEV_SESSION: 'm',
  });
});
