import type { Database } from '../../../host/db/sqlite.ts';

export interface User {
  id: number;
  login: string;
  type: 'User' | 'Bot';
  created_at: string;
}

export function userByLogin(db: Database, login: string): User | undefined {
  return db.get<User>('SELECT * FROM users WHERE login = ?', login);
}

export function userById(db: Database, id: number): User {
  const user = db.get<User>('SELECT * FROM users WHERE id = ?', id);
  if (user === undefined) throw new Error(`no user ${id}`);
  return user;
}

const MAIL_DOMAIN = 'users.noreply.localhost';

/** Commits the forge makes for someone carry this address, so that they can be told to be theirs. */
export function mailOf(user: User): string {
  return `${user.id}+${user.login}@${MAIL_DOMAIN}`;
}

export function userByMail(db: Database, mail: string): User | undefined {
  const [name, domain] = mail.split('@');
  if (domain !== MAIL_DOMAIN || name === undefined) return undefined;
  return userByLogin(db, name.replace(/^\d+\+/, ''));
}
