import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

/** An authority that this folder holds, and certificates that it signs. */
export interface Authority {
  readonly cert: string;
  /** `names`: as in a certificate's list, such as `DNS:localhost,IP:127.0.0.1`. */
  sign(name: string, names?: string): Certificate;
}

export function openAuthority(folder: string, name: string): Authority {
  const at = (file: string) => join(folder, `${name}-${file}`);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-batch'];
  const [caKey, caCert] = [at('ca.key'), at('ca.pem')];
  openssl('req', '-x509', ...key, '-keyout', caKey, '-out', caCert, '-subj', `/CN=${name}`, '-days', '2');
  return {
    cert: caCert,
    sign: (subject, names = '') => {
      const made = { key: at(`${subject}.key`), cert: at(`${subject}.pem`) };
      const [request, list] = [at(`${subject}.csr`), at(`${subject}.names`)];
      writeFileSync(list, names === '' ? '' : `subjectAltName=${names}\n`);
      openssl('req', ...key, '-keyout', made.key, '-out', request, '-subj', `/CN=${subject}`);
      const by = ['-CA', caCert, '-CAkey', caKey, '-CAcreateserial', '-extfile', list];
      openssl('x509', '-req', '-in', request, ...by, '-out', made.cert, '-days', '2');
      chmodSync(made.key, 0o600);
      return made;
    },
  };
}
