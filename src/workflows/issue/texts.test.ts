import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { IssueInput } from './input.ts';
import { pullBody } from './texts.ts';

describe("the pull request's text", () => {
  test('names the checks without where this machine keeps their programs', () => {
    const input = { number: 4, language: 'en', title: 'T' } as IssueInput;
    const commands = [{ command: '/opt/tools/bin/node --test src/a.test.ts', ok: true, durationMs: 1 }];
    const work = { summary: 'Done.', files: [] } as unknown as Parameters<typeof pullBody>[1];
    const body = pullBody(input, work, { ok: true, commands, output: '' }, 0.5);
    assert.match(body, /`node --test src\/a\.test\.ts`/);
    assert.doesNotMatch(body, /\/opt/);
  });
});
