/** What a script for the scripted agent is made of, for those who write one (the demo). */
export type { Conditions, Rule, Script, Step as ScriptStep } from '../../agents/scripted/script.ts';
