/**
 * Label selectors. As text (`app=web,tier notin (cache)`), as the object that Deployments and webhooks carry, or as a list of
 * requirements, all of which must hold.
 *
 * A selector without requirements selects everything.
 */
import { coreErrors } from '../errors.ts'
import {
  isLabelOperator,
  type LabelMatcher,
  type LabelRequirement,
  requirementMatcher,
  requirementProblems,
} from './label-requirement.ts'
import { assertLabelSelectorForm } from './label-selector-form.ts'
import { parseLabelSelector } from './label-selector-parser.ts'

/** The form in which objects store a selector. */
export interface LabelSelector {
  /** Each label must have exactly this value. */
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly LabelExpression[]
}

/** One entry of `matchExpressions` in a stored label selector. */
export interface LabelExpression {
  readonly key: string
  // Types generated from an API server's schema declare `string` here.
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | (string & {})
  readonly values?: readonly string[]
}

/** Every notation of a label selector. */
export type AnyLabelSelector = string | LabelSelector | readonly LabelRequirement[]

/**
 * The requirements of a selector, in source order (labels before expressions).
 *
 * Failure: `KW_CORE_LABEL_SELECTOR` names what an API server would reject, and any unknown member: `{ app: 'web' }`, past the
 * compiler, would otherwise select everything.
 *
 * @example
 * ```ts
 * labelRequirements({ matchLabels: { app: 'web' } }) // => [{ key: 'app', operator: 'In', values: ['web'] }]
 * ```
 */
export function labelRequirements(selector: AnyLabelSelector): readonly LabelRequirement[] {
  if (typeof selector === 'string') return parseLabelSelector(selector)
  assertLabelSelectorForm(selector)
  const requirements = isList(selector) ? selector : fromObject(selector)
  for (const requirement of requirements) assertValid(requirement, selector)
  return requirements
}

/**
 * Compiles the selector to a predicate. Compile once, match often.
 *
 * @example
 * ```ts
 * const isWeb = compileLabelSelector('app in (web, api), !legacy')
 * isWeb({ app: 'web' }) // => true
 * isWeb({ app: 'web', legacy: '' }) // => false
 * isWeb(undefined) // => false
 * ```
 */
export function compileLabelSelector(selector: AnyLabelSelector): LabelMatcher {
  const matchers = labelRequirements(selector).map(requirementMatcher)
  if (matchers.length === 0) return () => true
  if (matchers.length === 1) return matchers[0]!
  return (labels) => {
    for (const matches of matchers) if (!matches(labels)) return false
    return true
  }
}

/**
 * The selector as text. Equal selectors have equal text: keys and values are sorted and written the shortest way.
 *
 * @example
 * ```ts
 * formatLabelSelector('tier notin (cache, db), app==web') // => 'app=web,tier notin (cache,db)'
 * ```
 */
export function formatLabelSelector(selector: AnyLabelSelector): string {
  const written = labelRequirements(selector).map(({ key, operator, values }) => ({
    key,
    text: formatRequirement({ key, operator, values: [...new Set(values)].sort() }),
  }))
  written.sort((left, right) => compareText(left.key, right.key) || compareText(left.text, right.text))
  return written.map(({ text }) => text).join(',')
}

/**
 * The selector as the object that Kubernetes kinds store.
 *
 * Failure: `KW_CORE_LABEL_SELECTOR` for `>` and `<`, which that object cannot express.
 *
 * @example
 * ```ts
 * toLabelSelector('app=web,!legacy')
 * // => { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'legacy', operator: 'DoesNotExist' }] }
 * ```
 */
export function toLabelSelector(selector: AnyLabelSelector): LabelSelector {
  const requirements = labelRequirements(selector)
  const unsayable = requirements.find(({ operator }) => operator === 'Gt' || operator === 'Lt')
  if (unsayable) throw invalid(selector, `the object form has no operator for ${formatRequirement(unsayable)}`)
  const labels = requirements.filter(isPlainLabel)
  const isEachKeyOnce = new Set(labels.map(({ key }) => key)).size === labels.length
  const expressions = isEachKeyOnce ? requirements.filter((one) => !isPlainLabel(one)) : requirements
  return {
    ...(isEachKeyOnce && labels.length > 0 && { matchLabels: Object.fromEntries(labels.map(toEntry)) }),
    ...(expressions.length > 0 && { matchExpressions: expressions.map(toExpression) }),
  }
}

/** Whether a requirement is an equality that `matchLabels` can express. */
function isPlainLabel({ operator, values }: LabelRequirement): boolean {
  return operator === 'In' && values.length === 1
}

function toEntry({ key, values }: LabelRequirement): [string, string] {
  return [key, values[0]!]
}

function toExpression({ key, operator, values }: LabelRequirement): LabelExpression {
  return values.length === 0 ? { key, operator } : { key, operator, values }
}

function isList(selector: LabelSelector | readonly LabelRequirement[]): selector is readonly LabelRequirement[] {
  return Array.isArray(selector)
}

function fromObject(selector: LabelSelector): readonly LabelRequirement[] {
  const labels = Object.entries(selector.matchLabels ?? {})
  return [
    ...labels.map(([key, value]): LabelRequirement => ({ key, operator: 'In', values: [value] })),
    ...(selector.matchExpressions ?? []).map((expression) => fromExpression(expression, selector)),
  ]
}

function fromExpression({ key, operator, values = [] }: LabelExpression, selector: LabelSelector): LabelRequirement {
  if (isLabelOperator(operator) && operator !== 'Gt' && operator !== 'Lt') return { key, operator, values }
  throw invalid(selector, notAnOperator(operator))
}

function assertValid(requirement: LabelRequirement, selector: AnyLabelSelector): void {
  if (!isLabelOperator(requirement.operator)) throw invalid(selector, notAnOperator(requirement.operator))
  const problems = requirementProblems(requirement)
  if (problems.length > 0) throw invalid(selector, problems.join(', '))
}

function notAnOperator(operator: string): string {
  return `${JSON.stringify(operator)} is not a valid label selector operator`
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`
    case 'NotIn':
      return values.length === 1 ? `${key}!=${values[0]}` : `${key} notin (${values.join(',')})`
    case 'Exists':
      return key
    case 'DoesNotExist':
      return `!${key}`
    case 'Gt':
      return `${key}>${values[0]}`
    case 'Lt':
      return `${key}<${values[0]}`
  }
}

/** Orders by UTF-16 code unit, independent of the locale. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}

function invalid(selector: AnyLabelSelector, why: string): Error {
  return coreErrors('KW_CORE_LABEL_SELECTOR', {
    what: `use the label selector ${JSON.stringify(selector)}`,
    why,
    next: "Write 'app=web', or { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'api'] }] }.",
    details: { selector, message: why },
  })
}
