import { findProgram } from '../../../host/process/find-program.ts';
import { readTextIfAny } from '../../../host/fs/files.ts';

const RESTRICTED = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const CLONE = '/proc/sys/kernel/unprivileged_userns_clone';
const MAXIMUM = '/proc/sys/user/max_user_namespaces';

/** A profile that gives bubblewrap alone what Ubuntu takes from everybody. */
const PROFILE =
  "printf 'abi <abi/4.0>,\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\\n' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap";

/** How a sandbox can be had on this machine, as one sentence, by what stands in its way. */
export async function sandboxFix(path: string): Promise<string> {
  if (process.platform === 'darwin') {
    const checks =
      (await findProgram('srt', path)) === undefined
        ? 'install srt (npm install -g @anthropic-ai/sandbox-runtime), in which autodev then runs checks and set-ups'
        : 'checks and set-ups run by srt, if it works';
    return `On macOS agents have no sandbox (${checks}); run autodev in a Linux machine or container, and until then only on trusted repositories.`;
  }
  if (process.platform !== 'linux') return 'Run autodev on Linux: its sandbox needs bubblewrap.';
  if ((await findProgram('bwrap', path)) === undefined)
    return 'Install bubblewrap 0.8 or later (apt-get install bubblewrap) and allow unprivileged user namespaces.';
  const says = async (file: string) => (await readTextIfAny(file).catch(() => undefined))?.trim();
  if ((await says(RESTRICTED)) === '1')
    return `AppArmor keeps bubblewrap from making user namespaces. Allow it for bubblewrap alone: ${PROFILE} – or for everybody: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`;
  if ((await says(CLONE)) === '0')
    return 'Allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1';
  if ((await says(MAXIMUM)) === '0')
    return 'Allow user namespaces: sudo sysctl -w user.max_user_namespaces=15000';
  return 'bubblewrap is installed and does not work; in a container it needs leave to make user namespaces (docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined), or run autodev on the machine itself.';
}
