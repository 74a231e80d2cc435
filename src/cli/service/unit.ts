/** Says that a file is ours, so that one that somebody wrote is never replaced. */
export const MARK = '# Written by `autodev service install`.';
export const UNIT = 'autodev.service';

export interface UnitFacts {
  node: string;
  main: string;
  home: string;
  path: string;
  /** How long running sessions may take to end. */
  drainSecs: number;
}

/** Beyond the sessions: labels, claims and the last events are written. */
const SETTLE_SECS = 30;

/** The user unit of systemd. Only the daemon is asked to end, and lets its sessions end; what is left is killed. */
export function unitText({ node, main, home, path, drainSecs }: UnitFacts): string {
  return `${MARK}
[Unit]
Description=autodev daemon
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${[node, main, 'start', '--quiet'].map(argument).join(' ')}
Environment=${quoted(`AUTODEV_HOME=${home}`)}
Environment=${quoted(`PATH=${path}`)}
WorkingDirectory=${home.replaceAll('%', '%%')}
KillMode=mixed
TimeoutStopSec=${Math.ceil(drainSecs) + SETTLE_SECS}
Restart=on-failure
RestartSec=10
# An invalid configuration does not mend itself.
RestartPreventExitStatus=3

[Install]
WantedBy=default.target
`;
}

/** systemd replaces specifiers (%), and in command lines variables ($) too. */
const argument = (text: string) => quoted(text).replaceAll('$', '$$$$');

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
}
