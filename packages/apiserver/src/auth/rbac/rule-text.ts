/** Formats rules for messages: `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. */
import { goQuote } from '@kubewright/core/go'
import type { SingleRule } from './rule-coverage.ts'

/** Verbs on the same resource share a line, paths do not; the lines are sorted by bytes. */
export function describeRules(rules: readonly SingleRule[]): readonly string[] {
  const verbsOf = new Map<string, { readonly rule: SingleRule; readonly verbs: string[] }>()
  for (const rule of rules) {
    if (rule.path !== undefined) continue
    const { verb, ...rest } = rule
    const key = JSON.stringify(rest)
    const known = verbsOf.get(key)
    if (known === undefined) verbsOf.set(key, { rule, verbs: [verb] })
    else known.verbs.push(verb)
  }
  const resources = Array.from(verbsOf.values(), ({ rule, verbs }) => describe(rule, verbs))
  const paths = rules.filter(({ path }) => path !== undefined).map((rule) => describe(rule, [rule.verb]))
  return [...new Set([...resources, ...paths])].sort(byBytes)
}

function describe({ group, resource, path, name }: SingleRule, verbs: readonly string[]): string {
  const parts = [
    ...list('APIGroups', group),
    ...list('Resources', resource),
    ...list('NonResourceURLs', path),
    ...list('ResourceNames', name),
    `Verbs:${quoteList(verbs)}`,
  ]
  return `{${parts.join(', ')}}`
}

function list(title: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${title}:${quoteList([value])}`]
}

/** As Go prints a list of texts: `["a" "b"]`. */
export function quoteList(values: readonly string[]): string {
  return `[${values.map(goQuote).join(' ')}]`
}

/** Aggregates failures: deduplicated, and in brackets if several remain. */
export function joinFailures(failures: readonly string[]): string {
  const unique = [...new Set(failures)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
