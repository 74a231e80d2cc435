import type { Language } from '../../words.ts';
import { factsOf } from '../facts/facts.ts';
import type { DayMaterial } from '../facts/material.ts';
import { summaryOf } from '../facts/outcomes.ts';
import { patternsOf } from '../patterns/patterns.ts';
import type { DailyReport } from './daily-report.ts';

/** The report of a day, of facts alone. */
export function reportOfFacts(material: DayMaterial, language: Language): DailyReport {
  const facts = factsOf(material);
  return {
    date: material.day,
    summary: summaryOf(material),
    patterns: patternsOf(facts, language),
    suggestions: [],
    facts,
  };
}
