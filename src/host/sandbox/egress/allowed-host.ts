import { BlockList, isIP } from 'node:net';

export interface Target {
  host: string;
  port: number;
}

const USUAL_PORTS = [80, 443];

/** The rule that lets a program in a sandbox reach this place: `example.org`, `*.example.org`, either with a port. */
export function allowing(rules: readonly string[], { host, port }: Target): string | undefined {
  const wanted = host.toLowerCase();
  return rules.find((rule) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? [];
    const fits = name.startsWith('*.') ? wanted.endsWith(name.slice(1)) : wanted === name;
    return fits && (only === undefined ? USUAL_PORTS.includes(port) : Number(only) === port);
  });
}

/** This machine, networks that are somebody's own, and the service that tells machines in a cloud their keys. */
const NEAR = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NEAR.addSubnet(net, bits);
for (const [net, bits] of [
  // Unspecified, loopback, and addresses of version 4 in disguise; as ::ffff: they are found by the list above.
  ['::', 96],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  NEAR.addSubnet(net, bits, 'ipv6');

/**
 * Whether a name leads to an address that it must not: whoever owns an allowed name could let it point at this
 * machine. A person who writes down the address itself, or localhost, means it.
 */
export function leadsAstray(host: string, address: string): boolean {
  if (isIP(host) !== 0 || host === 'localhost') return false;
  return NEAR.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
