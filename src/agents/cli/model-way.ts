import type { ModelCall } from '../../host/sandbox/egress/model-access.ts';

export interface ProxiedModel {
  upstream: string;
  /** The variables that hold a secret: in the sandbox they hold a stand-in. */
  secrets: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The headers in which the CLI sends it. */
  authentication: readonly string[];
  /** What the CLI asks of its model, and nothing else of the model's API. */
  calls: readonly ModelCall[];
}

/** How a CLI in a sandbox, which has no network, gets to its model. */
export interface ModelWay {
  /** With a key, or on this machine: the model is asked by way of the egress proxy, which alone knows the key. */
  proxy?: ProxiedModel | undefined;
  /** The arguments that lead to the proxy, where the environment cannot. */
  args?: ((args: readonly string[]) => string[]) | undefined;
  /** With a login of the CLI's own, which it has to send itself: these hosts are let through. */
  hosts: readonly string[];
}

/** A model on this machine (a gateway, a local model) is asked by way of the door also without a key. */
export function isNearby(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

/** The host of a URL as sandbox.allow_hosts would name it. */
export function hostOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { hostname, port, protocol } = new URL(url);
  return [`${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`];
}
