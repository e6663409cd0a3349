/** The rules of the catalogue that the cases cover. */
import type { Suite } from './case.ts'

/** Rule ids by section, as `test/conformance/rules.json` lists them. */
export type Rules = Readonly<Record<string, readonly string[]>>

export interface SectionCoverage {
  readonly section: string
  readonly cases: number
  readonly covered: number
  readonly missing: readonly string[]
}

/** Failure: throws when a case names a rule that does not exist. */
export function measureCoverage(suites: readonly Suite[], rules: Rules): readonly SectionCoverage[] {
  const named = new Set(suites.flatMap(({ cases }) => cases.flatMap((one) => one.rules)))
  const all = new Set(Object.values(rules).flat())
  const stray = [...named].find((rule) => !all.has(rule))
  if (stray !== undefined) throw new Error(`Cannot measure coverage: no rule ${stray} is listed in rules.json.`)
  return Object.entries(rules).map(([section, ids]) => {
    const missing = ids.filter((id) => !named.has(id))
    const own = suites.filter((suite) => suite.section === section)
    const cases = own.reduce((sum, suite) => sum + suite.cases.length, 0)
    return { section, cases, covered: ids.length - missing.length, missing }
  })
}

export function formatCoverage(sections: readonly SectionCoverage[]): string[] {
  return sections.map(({ section, cases, covered, missing }) => {
    const total = covered + missing.length
    const rest = missing.length === 0 ? '' : `; not: ${missing.join(' ')}`
    return `${section.padEnd(5)} ${String(cases).padStart(4)} cases, ${covered} of ${total} rules${rest}`
  })
}
