import { BlockList, isIP } from 'node:net';

export interface Target {
  host: string;
  port: number;
}

const USUAL_PORTS = [80, 443];

/** The rule that lets a program in a box reach this place: `example.org`, `*.example.org`, either with a port. */
export function allowing(rules: readonly string[], { host, port }: Target): string | undefined {
  const wanted = host.toLowerCase();
  return rules.find((rule) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? [];
    const fits = name.startsWith('*.') ? wanted.endsWith(name.slice(1)) : wanted === name;
    return fits && (only === undefined ? USUAL_PORTS.includes(port) : Number(only) === port);
  });
}

/** This machine, and the service that tells machines in a cloud their keys. */
const NEAR = new BlockList();
NEAR.addSubnet('127.0.0.0', 8);
NEAR.addSubnet('0.0.0.0', 8);
NEAR.addSubnet('169.254.0.0', 16);
NEAR.addAddress('::', 'ipv6');
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');
NEAR.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');
NEAR.addSubnet('::ffff:169.254.0.0', 112, 'ipv6');

/**
 * Whether a name leads to an address that it must not: whoever owns an allowed name could let it point at this
 * machine. A person who writes down the address itself, or localhost, means it.
 */
export function leadsAstray(host: string, address: string): boolean {
  if (isIP(host) !== 0 || host === 'localhost') return false;
  return NEAR.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
