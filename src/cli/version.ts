import { createRequire } from 'node:module';

/** package.json lies two folders up, from src/cli as from dist/cli: it is the one place that says the version. */
export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };
