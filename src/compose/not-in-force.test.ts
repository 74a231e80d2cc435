import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseConfig } from '../config/parse.ts';
import { notInForce } from './not-in-force.ts';

const told = (text: string) => notInForce(parseConfig(text, { file: 'config.yaml', home: '/home' }));

describe('settings that are not in force yet', () => {
  test('are named when they are written, each by its key', () => {
    const text = `
daemon: { daily_report_hour: 7, web: { port: 8080 } }
notify: { on: [failed, report] }
agent: { models: { implement: opus, knowledge: opus, report: haiku, design-writer: opus } }
sandbox: { allow_hosts: [example.com] }
`;
    assert.deepEqual(
      told(text).map((line) => line.replace(/ has no effect yet: .+$/, '')),
      ['agent.models.report', 'agent.models.design-writer'],
    );
  });

  test('are not named when they are defaults; every workflow is in force', () => {
    assert.deepEqual(told(''), []);
    for (const workflow of ['direct', 'develop', 'pdca'])
      assert.deepEqual(told(`repos: [{ url: 'https://example.com/o/r', workflow: ${workflow} }]`), []);
  });
});
