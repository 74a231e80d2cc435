import type { OwnFolder } from '../../host/sandbox/sandbox.ts';

const SETTINGS =
  /^(.*config\.toml|AGENTS(\.override)?\.md|instructions\.md|prompts|rules|skills|plugins|agents|packages|\.env)$/;

/** Transcripts lie by date, and a session is found by its id among all of them. */
export function codexFolders(home: string): OwnFolder[] {
  return [
    {
      at: home,
      shown: (name) => SETTINGS.test(name),
      kept: ['auth.json'],
      made: ['sessions'],
      copied: ['version.json', 'models_cache.json', 'installation_id'],
    },
  ];
}
