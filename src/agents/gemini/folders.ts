import { join } from 'node:path';
import type { OwnFolder } from '../../host/sandbox/sandbox.ts';

const SETTINGS = /^(settings\.json|GEMINI\.md|extensions|commands|skills|agents|policies|hooks|\.env)$/;

/** Chats lie by project below `tmp`. */
export function geminiFolders(home: string): OwnFolder[] {
  return [
    {
      at: join(home, '.gemini'),
      shown: (name) => SETTINGS.test(name),
      kept: ['oauth_creds.json'],
      made: ['tmp'],
      copied: [
        'projects.json',
        'google_accounts.json',
        'installation_id',
        'state.json',
        'trustedFolders.json',
      ],
    },
  ];
}
