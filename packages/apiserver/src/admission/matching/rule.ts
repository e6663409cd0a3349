/** Selects writes. */
import type { Attributes, Operation } from '../../kinds/admission.ts'

export interface Rule {
  readonly operations?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  // Either part may be a star, or both: pods, pods/status, pods/*, */scale.
  readonly resources?: readonly string[]
  readonly scope?: string
  /** Only policies set it. An empty list matches every name. */
  readonly resourceNames?: readonly string[]
}

/** The properties of a write that rules match. */
export interface RuleSubject {
  readonly operation: Operation
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly subresource: string
  /** For a namespace, its own name. */
  readonly namespace: string
  readonly name: string
}

export function ruleMatches(rule: Rule, subject: RuleSubject): boolean {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], resourceNames = [] } = rule
  return (
    scopeMatches(rule.scope, subject) &&
    includesOrAll(operations, subject.operation) &&
    includesOrAll(apiGroups, subject.group) &&
    includesOrAll(apiVersions, subject.version) &&
    resources.some((resource) => resourceMatches(resource, subject)) &&
    (resourceNames.length === 0 || resourceNames.includes(subject.name))
  )
}

function includesOrAll(words: readonly string[], word: string): boolean {
  return words.some((one) => one === '*' || one === word)
}

function resourceMatches(resource: string, { plural, subresource }: RuleSubject): boolean {
  const [parent, ...rest] = resource.split('/')
  const below = rest.join('/')
  return (parent === '*' || parent === plural) && (below === '*' || below === subresource)
}

/** A namespace is cluster-scoped, although its requests carry its own name as their namespace. */
function scopeMatches(scope: string | undefined, { group, plural, namespace }: RuleSubject): boolean {
  const isInNamespace = namespace !== '' && !(group === '' && plural === 'namespaces')
  if (scope === 'Namespaced') return isInNamespace
  return scope === 'Cluster' ? !isInNamespace : scope === undefined || scope === '*'
}

/** The namespace of the write; a namespace counts as being in itself. */
export function namespaceOf({ kind, namespace, name, object }: Attributes): string {
  const isNamespace = kind.group === '' && kind.plural === 'namespaces'
  return isNamespace ? name || (object?.metadata.name ?? '') : namespace
}
