/** Under these names the store keeps what a status has to tell. */

/** `yes` or `no`: a restart does not begin work that a person had stopped. */
export const PAUSED = 'paused';
/** Why the changed configuration was refused; empty when the present one is in force. */
export const CONFIG_REFUSED = 'config_refused';
