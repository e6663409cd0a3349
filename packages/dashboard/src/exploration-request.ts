/** Validates the request that starts an exploration. Pure. */
import { parseDuration } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import { dashboardErrors } from './errors.ts'
import type { ExplorationRequest } from './exploration.ts'

const longestText = 200
const longestFile = 1_000
const strategyNames: ReadonlySet<string> = new Set([
  'single',
  'outages',
  'declarations',
  'combined',
  'random',
  'pct',
  'depth-first',
])

/** Failure: `KW_DASHBOARD_REQUEST`. */
export function requestIn(body: JsonObject): ExplorationRequest {
  const { file, seed, budget, runs, strategies } = body
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longestText
  if (typeof file !== 'string' || file.length > longestFile) {
    throw refused(`the field "file" is required, with at most ${longestFile} characters`)
  }
  if (seed !== undefined && (!isText(seed) || seed === ''))
    throw refused(`"seed" is not a text of at most ${longestText} characters`)
  if (budget !== undefined && !(isText(budget) && isTime(budget)))
    throw refused('"budget" is not a duration', 'Write it as 90s or 10m.')
  if (runs !== undefined && !(typeof runs === 'number' && Number.isSafeInteger(runs) && runs > 0)) {
    throw refused('"runs" is not a number above zero')
  }
  if (strategies !== undefined && !areStrategies(strategies)) {
    throw refused(`"strategies" is not a list of ${[...strategyNames].join(', ')}, each at most once`)
  }
  return {
    file,
    ...(seed === undefined ? {} : { seed }),
    ...(budget === undefined ? {} : { budget }),
    ...(runs === undefined ? {} : { runs }),
    ...(strategies === undefined ? {} : { strategies }),
  }
}

function isTime(text: string): boolean {
  try {
    return parseDuration(text) > 0
  } catch {
    return false
  }
}

function areStrategies(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > strategyNames.size) return false
  return value.every((one) => strategyNames.has(one as string)) && new Set(value).size === value.length
}

export function refused(
  why: string,
  next = 'Send for example { "file": "websites.explore.ts", "budget": "60s" }; docs/guides/dashboard.md lists all fields.',
): Error {
  return dashboardErrors('KW_DASHBOARD_REQUEST', { what: 'explore', why, next, details: { action: 'explore' } })
}
