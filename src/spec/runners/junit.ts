import type { TestCase } from './runner.ts';

const CASE = /<testcase\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

/** The test cases of a JUnit report, as node:test, vitest, pytest, Maven and Gradle write it. */
export function junitCases(xml: string): TestCase[] {
  return [...xml.matchAll(CASE)].flatMap(([, head = '', body = '']): TestCase[] => {
    if (/<skipped\b/.test(body)) return [];
    const fault =
      /<(?:failure|error)\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/.exec(body);
    const message = fault === null ? '' : `${attribute(fault[1] ?? '', 'message')}\n${plain(fault[2] ?? '')}`;
    return [
      {
        name: attribute(head, 'name'),
        file: attribute(head, 'file') || null,
        passed: fault === null,
        message: message.trim(),
      },
    ];
  });
}

function attribute(head: string, name: string): string {
  return plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(head)?.[1] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function plain(text: string): string {
  return text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(
      /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
      (whole, decimal?: string, hex?: string, named?: string) => {
        if (named !== undefined) return ENTITIES[named] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
      },
    );
}
