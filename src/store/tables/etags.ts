/** What an answer of the forge looked like, so that asking again costs no quota, also after a restart. */
export interface EtagRecord {
  etag: string;
  link: string;
  body: string;
}

export interface EtagTable {
  /** `scope` tells logins apart: the same URL answers them differently. */
  get(scope: string, url: string): Promise<EtagRecord | undefined>;
  set(scope: string, url: string, record: EtagRecord): Promise<void>;
}
