/** How a CLI in a box, which has no network, gets to its model. */
export interface ModelWay {
  /**
   * With a key, or on this machine: the model is asked by way of the box's door, which alone knows the key. The variables that hold a
   * secret get a stand-in.
   */
  relay?: { upstream: string; secrets: readonly string[]; env: Readonly<Record<string, string>> } | undefined;
  /** The arguments that lead to the relay, where the environment cannot. */
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
