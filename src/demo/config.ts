/** The configuration the demo runs with: short intervals, everything else as anyone would have it. */
export function demoConfig(options: {
  apiUrl: string;
  token: string;
  repo: string;
  url: string;
  agent: string;
  command?: string | undefined;
  node: string;
}): string {
  const { apiUrl, token, repo, url, agent, command, node } = options;
  return JSON.stringify({
    github: { api_url: apiUrl, token },
    agent: { default: agent, ...(command === undefined ? {} : { [agent]: { command } }) },
    // Its repository is public on a forge that only this machine reaches.
    sandbox: { allow_unsandboxed_public: true },
    // Its few minutes teach nothing that would be worth a session.
    knowledge: { per_task: false },
    daemon: {
      tick_interval_secs: 0.25,
      retry_base_secs: 1,
      drain_secs: 5,
      max_concurrent: 4,
      max_concurrent_per_repo: 4,
    },
    repos: [
      {
        name: repo,
        url,
        scan_interval_secs: 0.5,
        auto_merge: true,
        // One session per issue: quick to watch. The default, develop, designs and reviews first.
        workflow: 'direct',
        checks: [[node, '--test']],
      },
    ],
  });
}
