export interface Emulator {
  url: string;
  generatedSecrets: { kind: string; value: string }[];
  close(): Promise<void>;
}

interface Emulate {
  createEmulator: (options: object) => Promise<Emulator>;
}

const TOOLS = new URL('../tools/node_modules/', import.meta.url);

/** `emulate`, an independent GitHub emulator, on a free port. */
export async function startEmulator(seed: object): Promise<Emulator> {
  const { createEmulator } = (await import(new URL('emulate/dist/api.js', TOOLS).href)) as Emulate;
  return createEmulator({ service: 'github', port: 0, seed });
}
