import type { Exhibit } from './exhibit.ts';
import { ENDLESS } from './exhibits/endless.ts';
import { LOST } from './exhibits/lost.ts';
import { TWICE } from './exhibits/once.ts';
import { RULES } from './exhibits/rules.ts';

export const EXHIBITS: readonly Exhibit[] = [...TWICE, ...RULES, ...LOST, ...ENDLESS];
