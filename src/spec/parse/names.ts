/** The words of the format, in English and Korean. */

export const REQUIRED = [
  'Purpose',
  'Summary',
  'Exports',
  'Behavior',
  'Contract',
  'Protocol',
  'Domain Context',
] as const;
const OPTIONAL = ['Structure', 'Dependencies', 'Constraints'] as const;
export type SectionName = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

export const SECTION_NAMES: readonly SectionName[] = [...REQUIRED, ...OPTIONAL];

const SECTIONS = new Map<string, SectionName>([
  ...SECTION_NAMES.map((name): [string, SectionName] => [name.toLowerCase(), name]),
  ['목적', 'Purpose'],
  ['요약', 'Summary'],
  ['내보내기', 'Exports'],
  ['공개 인터페이스', 'Exports'],
  ['동작', 'Behavior'],
  ['행동', 'Behavior'],
  ['계약', 'Contract'],
  ['프로토콜', 'Protocol'],
  ['도메인 컨텍스트', 'Domain Context'],
  ['도메인 맥락', 'Domain Context'],
  ['구조', 'Structure'],
  ['의존성', 'Dependencies'],
  ['제약', 'Constraints'],
  ['제약사항', 'Constraints'],
  ['제약 조건', 'Constraints'],
]);

/** The English names by their length. */
const BY_LENGTH: { name: SectionName; letters: Buffer }[][] = [];
for (const name of SECTION_NAMES)
  (BY_LENGTH[name.length] ??= []).push({ name, letters: Buffer.from(name.toLowerCase()) });

/**
 * The section whose English name stands there. Measured: comparing in place costs a tenth of cutting the heading's
 * text out and looking it up.
 */
export function sectionIn(bytes: Buffer, from: number, to: number): SectionName | undefined {
  const candidates = BY_LENGTH[to - from];
  if (candidates === undefined) return undefined;
  for (let at = 0; at < candidates.length; at += 1) {
    const { name, letters } = candidates[at] as (typeof candidates)[number];
    if (spells(bytes, from, letters)) return name;
  }
  return undefined;
}

/** Whether these letters stand there, small or capital. */
function spells(bytes: Buffer, from: number, letters: Buffer): boolean {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as number;
    const byte = bytes[from + at] as number;
    if (byte !== letter && (byte | 32) !== letter) return false;
    if (letter === 32 && byte !== 32) return false;
  }
  return true;
}

export function sectionNamed(heading: string): SectionName | undefined {
  return SECTIONS.get(heading.toLowerCase());
}

export type ExportGroup =
  | 'functions'
  | 'types'
  | 'structs'
  | 'classes'
  | 'data classes'
  | 'enums'
  | 'variables';

const GROUPS = new Map<string, ExportGroup>([
  ['functions', 'functions'],
  ['methods', 'functions'],
  ['함수', 'functions'],
  ['메서드', 'functions'],
  ['types', 'types'],
  ['interfaces', 'types'],
  ['type aliases', 'types'],
  ['traits', 'types'],
  ['타입', 'types'],
  ['인터페이스', 'types'],
  ['structs', 'structs'],
  ['구조체', 'structs'],
  ['classes', 'classes'],
  ['클래스', 'classes'],
  ['data classes', 'data classes'],
  ['데이터 클래스', 'data classes'],
  ['enums', 'enums'],
  ['열거형', 'enums'],
  ['variables', 'variables'],
  ['constants', 'variables'],
  ['변수', 'variables'],
  ['상수', 'variables'],
]);

export function exportGroup(heading: string): ExportGroup | undefined {
  return heading.length > 16 ? undefined : GROUPS.get(heading.toLowerCase());
}

export function behaviorCategory(heading: string): 'success' | 'error' | undefined {
  if (/error|fail|exception|에러|오류|실패|예외/i.test(heading)) return 'error';
  if (/success|normal|happy|정상|성공/i.test(heading)) return 'success';
  return undefined;
}

type ContractPart = 'preconditions' | 'postconditions' | 'throws' | 'invariants';
const CONTRACT_PARTS = new Map<string, ContractPart>([
  ['preconditions', 'preconditions'],
  ['precondition', 'preconditions'],
  ['사전조건', 'preconditions'],
  ['사전 조건', 'preconditions'],
  ['postconditions', 'postconditions'],
  ['postcondition', 'postconditions'],
  ['사후조건', 'postconditions'],
  ['사후 조건', 'postconditions'],
  ['throws', 'throws'],
  ['예외', 'throws'],
  ['invariants', 'invariants'],
  ['invariant', 'invariants'],
  ['불변식', 'invariants'],
]);

export function contractPart(key: string): ContractPart | undefined {
  return CONTRACT_PARTS.get(key);
}

type DomainPart = 'decision_rationale' | 'constraints' | 'compatibility';
const DOMAIN_PARTS = new Map<string, DomainPart>([
  ['decision rationale', 'decision_rationale'],
  ['결정 근거', 'decision_rationale'],
  ['constraints', 'constraints'],
  ['제약', 'constraints'],
  ['제약사항', 'constraints'],
  ['제약 조건', 'constraints'],
  ['compatibility', 'compatibility'],
  ['호환성', 'compatibility'],
]);

export function domainPart(heading: string): DomainPart | undefined {
  return DOMAIN_PARTS.get(heading.toLowerCase());
}

type UseCaseField = 'actor' | 'includes' | 'extends';
const USE_CASE_FIELDS = new Map<string, UseCaseField>([
  ['actor', 'actor'],
  ['actors', 'actor'],
  ['액터', 'actor'],
  ['행위자', 'actor'],
  ['includes', 'includes'],
  ['include', 'includes'],
  ['포함', 'includes'],
  ['extends', 'extends'],
  ['extend', 'extends'],
  ['확장', 'extends'],
]);

export function useCaseField(key: string): UseCaseField | undefined {
  return USE_CASE_FIELDS.get(key);
}

export function isActorsHeading(heading: string): boolean {
  return /^(?:actors?|액터|행위자)$/i.test(heading);
}

const DEPENDENCY_KINDS = new Map<string, 'external' | 'internal'>([
  ['external', 'external'],
  ['외부', 'external'],
  ['외부 의존성', 'external'],
  ['internal', 'internal'],
  ['내부', 'internal'],
  ['내부 의존성', 'internal'],
]);

/** A word in small letters. */
export function dependencyKind(word: string): 'external' | 'internal' | undefined {
  return DEPENDENCY_KINDS.get(word);
}

type ExportField = 'type' | 'signature' | 'variants' | 'value' | 'description';
const EXPORT_FIELDS = new Map<string, ExportField>([
  ['type', 'type'],
  ['kind', 'type'],
  ['유형', 'type'],
  ['signature', 'signature'],
  ['시그니처', 'signature'],
  ['variants', 'variants'],
  ['변형', 'variants'],
  ['value', 'value'],
  ['값', 'value'],
  ['description', 'description'],
  ['설명', 'description'],
]);

export function exportField(key: string): ExportField | undefined {
  return EXPORT_FIELDS.get(key);
}
