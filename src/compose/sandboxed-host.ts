import type { Config } from '../config/schema.ts';
import type { Host } from '../host/host.ts';

/** The host for agents and for what they write: with a sandbox around them as the configuration says at that moment. */
export function sandboxedHost(host: Host, home: string, config: () => Config): Host {
  return {
    ...host,
    sandbox: () => {
      const { sandbox, daemon, github, notify } = config();
      if (sandbox.mode === 'off') return undefined;
      const secrets = [
        github.token_file,
        github.reviewer_token_file,
        github.app?.private_key_file,
        daemon.webhook.secret_file,
        notify.webhook?.url_file,
        notify.slack?.url_file,
      ];
      return {
        hidden: [home, daemon.log_dir, ...secrets.filter((file) => file !== undefined)],
        read: sandbox.read_paths,
        write: sandbox.write_paths,
        allowHosts: sandbox.allow_hosts,
        required: sandbox.mode === 'required',
        limits: {
          processes: sandbox.limits.processes,
          fileMb: sandbox.limits.file_mb,
          ...(sandbox.limits.memory_mb === undefined ? {} : { memoryMb: sandbox.limits.memory_mb }),
        },
      };
    },
  };
}
