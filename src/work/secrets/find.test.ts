import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NEAR_MISSES, noise, SECRETS, WORD } from '../../../test/support/secret-samples.ts';
import { redact } from '../../host/log/redact.ts';
import { findSecrets, OUR_SECRET } from './find.ts';
import { secretKeeper } from './keeper.ts';

function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function base58(bytes: Buffer): string {
  let code = '';
  for (let value = BigInt(`0x${bytes.toString('hex')}`); value > 0n; value /= 58n)
    code = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.charAt(Number(value % 58n)) + code;
  return code;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const PYTHON = `0123456789${LETTERS.toUpperCase()}${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`;
const ZEROMQ = `0123456789${LETTERS}${LETTERS.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`;
const ADOBE = Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join('');

/** Of whole groups of four bytes. */
function base85(bytes: Buffer, alphabet: string): string {
  let code = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    let group = '';
    for (let value = bytes.readUInt32BE(at), digit = 0; digit < 5; digit += 1, value = Math.floor(value / 85))
      group = alphabet.charAt(value % 85) + group;
    code += group;
  }
  return code;
}

const SPLIT = /literals/;

describe('a secret', () => {
  for (const [what, text] of SECRETS) {
    test(`is found in the middle of a text: ${what}`, () => {
      const places = findSecrets(`first line\n  key: ${text}\nlast line`);
      assert.notEqual(places.length, 0);
    });
  }

  test('is taken out of a log line, whatever its form', () => {
    for (const [what, text] of SECRETS) {
      if (SPLIT.test(what)) continue;
      const line = JSON.stringify({ message: `key: ${text}` });
      const clean = redact(line);
      assert.notEqual(clean, line, what);
      assert.match(clean, /\*{8}/, what);
      assert.doesNotThrow(() => JSON.parse(clean), what);
      assert.deepEqual(findSecrets(clean, { joins: false }), [], what);
    }
  });
});

describe('a secret in another base or in pieces', () => {
  const token = `ghp_${noise(36, WORD, 5)}`;
  const FORMS: [what: string, text: string][] = [
    ['base32', base32(Buffer.from(token))],
    ['base58', base58(Buffer.from(token))],
    ['base85 of Python', base85(Buffer.from(token), PYTHON)],
    ['base85 of ZeroMQ', base85(Buffer.from(token), ZEROMQ)],
    ['base85 of Adobe', `<~${base85(Buffer.from(token), ADOBE)}~>`],
    ['literals of different quotes', `'${token.slice(0, 9)}' + "${token.slice(9)}"`],
    ['literals by concat', `"${token.slice(0, 9)}".concat('${token.slice(9)}')`],
    ['a line that goes on', `TOKEN=${token.slice(0, 9)}\\\n    ${token.slice(9)}`],
  ];
  for (const [what, text] of FORMS)
    test(`is found: ${what}`, () => {
      for (const around of [text, `key = "${text}"\n`, `  - ${text} # comment`])
        assert.deepEqual([...new Set(findSecrets(around).map(({ kind }) => kind))], ['GitHub token'], around);
    });
});

describe('no secret', () => {
  for (const [what, text] of NEAR_MISSES) {
    test(`is seen in ${what}`, () => assert.deepEqual(findSecrets(`  ${text}\n`), []));
  }
});

describe('a secret of our own', () => {
  const secret = `our/${noise(40, WORD, 3)}+x`;
  const { all } = secretKeeper([secret]);
  const held = all();
  const FORMS: [what: string, text: string][] = [
    ['as it is', secret],
    ['reversed', Array.from(secret).toReversed().join('')],
    ['for a URL', encodeURIComponent(secret)],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 one character later', Buffer.from(`a${secret}`).toString('base64')],
    ['in base64 two characters later', Buffer.from(`ab${secret}`).toString('base64')],
    [
      'in base64 among bytes that are no text',
      Buffer.from(`\u0000\u0001${secret}\u0002`).toString('base64url'),
    ],
    ['in base64 twice', Buffer.from(Buffer.from(secret).toString('base64')).toString('base64')],
    ['its first half', secret.slice(0, 20)],
    ['its middle', secret.slice(9, 29)],
    ['its end', secret.slice(-20)],
    ['in two literals', `'${secret.slice(0, 17)}' + '${secret.slice(17)}'`],
  ];
  const bytes = Array.from(Buffer.from(secret));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  const base64 = Buffer.from(secret).toString('base64');
  const back = (text: string) => Array.from(text).toReversed().join('');
  const between = (text: string, by: string) => Array.from(text).join(by);
  const wide = Buffer.from(secret, 'utf16le');
  const four = Buffer.from(bytes.flatMap((byte) => [0, 0, 0, byte]));
  const pieces = secret.match(/.{8,15}(?=.{8}|$)/g) ?? [];
  FORMS.push(
    ['in hexadecimal with spaces', hex.join(' ')],
    ['in hexadecimal with colons', hex.join(':').toUpperCase()],
    ['in hexadecimal with 0x', hex.map((each) => `0x${each}`).join(', ')],
    ['in hexadecimal backwards', back(hex.join(''))],
    ['in hexadecimal, its bytes backwards', hex.toReversed().join('')],
    ['in hexadecimal on short lines', hex.join('').replaceAll(/.{6}/g, '$&\n')],
    ['in base64 backwards', back(base64)],
    ['in base64 with spaces', between(base64, ' ')],
    ['in base64 on short lines', base64.replaceAll(/.{7}/g, '$&\n')],
    ['one character per line', between(secret, '\n')],
    ['one character per line in JSON', JSON.stringify(between(secret, '\n'))],
    ['as a list of characters', JSON.stringify(Array.from(secret))],
    ['with zero-width characters', between(secret, '\u200b')],
    ['in another case', secret.toUpperCase()],
    ['in capitals exchanged for small letters', secret.toLowerCase()],
    ['spaced', between(secret, '  ')],
    ['dashed', secret.replaceAll(/.{4}/g, '$&-')],
    ['dotted backwards', back(between(secret, '.'))],
    ['in octal escapes', bytes.map((byte) => `\\${byte.toString(8)}`).join('')],
    ['in octal numbers', bytes.map((byte) => `0o${byte.toString(8).padStart(3, '0')}`).join(',')],
    ['as decimal bytes', `[${bytes.join(', ')}]`],
    ['as decimal bytes on lines', bytes.join('\n')],
    ['in HTML entities', bytes.map((byte) => `&#${byte};`).join('')],
    ['in HTML entities with zeros', bytes.map((byte) => `&#${String(byte).padStart(5, '0')};`).join('')],
    ['in hexadecimal HTML entities', hex.map((each) => `&#x${each};`).join('')],
    [
      'with every second character an entity',
      bytes.map((b, at) => (at % 2 ? `&#${b};` : secret[at])).join(''),
    ],
    ['with every third character escaped', hex.map((h, at) => (at % 3 ? secret[at] : `\\x${h}`)).join('')],
    ['in unicode escapes', hex.map((each) => `\\u00${each}`).join('')],
    ['in unicode escapes with braces', hex.map((each) => `\\u{${each}}`).join('')],
    [
      'in quoted-printable',
      hex
        .map((each) => `=${each.toUpperCase()}`)
        .join('')
        .replaceAll(/.{30}/g, '$&=\n'),
    ],
    ['in percents', hex.map((each) => `%${each}`).join('')],
    [
      'in full width',
      between(secret, '').replaceAll(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ['in tags', Array.from(secret, (c) => String.fromCodePoint(0xe_00_00 + c.charCodeAt(0))).join('')],
    ['in UTF-16', wide.toString('latin1')],
    ['in UTF-32', four.toString('latin1')],
    ['in UTF-16 in hexadecimal', wide.toString('hex')],
    ['in UTF-16 in base64', wide.toString('base64')],
    ['in UTF-32 in hexadecimal', four.toString('hex')],
    ['in UTF-32 in base64', four.toString('base64')],
    ...[0, 1, 2, 3, 4].map((by): [string, string] => [
      `in base32 ${by} later`,
      base32(Buffer.concat([Buffer.alloc(by, 'x'), Buffer.from(secret)])),
    ]),
    [
      'in parts by name',
      `${pieces.map((each, at) => `const p${at} = '${each}';`).join('\n')}\nuse(p0 + p1 + p2);`,
    ],
    [
      'in parts in another order',
      pieces
        .toReversed()
        .map((each, at) => `P${at}="${each}"`)
        .join('\n'),
    ],
  );
  for (const [what, text] of FORMS) {
    test(`is found ${what}`, () => {
      assert.ok(findSecrets(`x ${text} y`, { held }).some(({ kind }) => kind === OUR_SECRET));
    });
  }

  test('is not seen where less than twenty characters of it stand', () => {
    assert.deepEqual(findSecrets(`x ${secret.slice(3, 21)} y`, { held }), []);
  });

  test('is not seen in other texts, however long', () => {
    const words = noise(200_000, `${WORD} \n`, 5);
    const digits = noise(200_000, '0123456789, ', 6);
    for (const text of [words, digits, Buffer.from(words).toString('hex'), '0'.repeat(200_000)]) {
      assert.deepEqual(
        findSecrets(text, { held }).filter(({ kind }) => kind === OUR_SECRET),
        [],
      );
    }
  });

  test('is named by the line where it begins, also in another code', () => {
    const text = `first\n&#x41; second\n${hex.join(' ')}\nlast`;
    const [place] = findSecrets(text, { held });
    assert.deepEqual(place, {
      kind: OUR_SECRET,
      index: text.indexOf(hex.join(' ')),
      length: hex.join(' ').length,
    });
  });

  test('is taken out of a log line in another code, and JSON stays JSON', () => {
    for (const text of [
      hex.join(' '),
      between(secret, '\n'),
      `\n${secret.toUpperCase()}`,
      between(secret, '"'),
    ]) {
      const clean = redact(JSON.stringify({ message: text, other: 'x' }), held);
      assert.doesNotThrow(() => JSON.parse(clean), clean);
      assert.match(clean, /\*{8}/);
    }
  });

  test('that is too short to tell anything is not looked for', () => {
    assert.deepEqual(secretKeeper(['short']).all(), []);
  });

  test('is not repeated by what is said of it', () => {
    const said = JSON.stringify(findSecrets(`a ${secret}`, { held }));
    assert.doesNotMatch(said, /our\//);
  });
});

test('a text of a megabyte is looked through without getting stuck', () => {
  for (const piece of ['a', 'aaaa\n', '%61', '"" + ', 'a:b@', '-----BEGIN PRIVATE KEY-----', 'x=y;pwd=']) {
    findSecrets(piece.repeat(1_000_000 / piece.length));
  }
});
