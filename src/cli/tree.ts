import { asProgram } from './as-program.ts';
import { AUDIT } from './audit/tree.ts';
import { AUTO } from './auto/tree.ts';
import { CLUSTER, WORKER } from './cluster/tree.ts';
import type { Command } from './command.ts';
import { COMPLETION } from './completion/tree.ts';
import { CONFIG } from './config/tree.ts';
import { DAEMON } from './daemon/tree.ts';
import { DASHBOARD } from './dashboard/tree.ts';
import { DEMO } from './demo/tree.ts';
import { DEVELOP } from './develop/tree.ts';
import { DOCTOR } from './doctor/tree.ts';
import { FORGE } from './forge/tree.ts';
import { HOOK } from './hook/tree.ts';
import { INIT } from './init/tree.ts';
import { PLUGINS } from './plugins/tree.ts';
import { REPO } from './repo/tree.ts';
import { REPORT } from './report/tree.ts';
import { ROOT } from './root.ts';
import { SERVICE } from './service/tree.ts';
import { SESSIONS } from './sessions/tree.ts';
import { SIM } from './sim/tree.ts';
import { CORE, SPEC } from './spec/tree.ts';

/** Every command of the program. Data only: a handler is loaded when its command is called. */
export const TREE: Command = {
  ...ROOT,
  children: [
    DEMO,
    INIT,
    DOCTOR,
    REPO,
    ...DAEMON,
    SERVICE,
    WORKER,
    CLUSTER,
    REPORT,
    AUDIT,
    DASHBOARD,
    CONFIG,
    DEVELOP,
    AUTO,
    SPEC,
    SESSIONS,
    PLUGINS,
    HOOK,
    FORGE,
    SIM,
    COMPLETION,
    asProgram('claude-md-core', CORE, 'autodev spec core'),
    asProgram('suggest-workflow', SESSIONS, 'autodev sessions'),
  ],
};
