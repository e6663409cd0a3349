/** Which requests to record, and how much of them: the request rules of `Policy` of audit.k8s.io/v1. The first match counts. */
import type { User } from '../identity/user.ts'
import type { RequestInfo, ResourceRequest } from '../request/request-info.ts'
import type { AuditLevel, AuditStage } from './audit-event.ts'

/** The audit policy of a server: rules that select requests and the level at which they are recorded. */
export interface AuditPolicy {
  /** Stages that are never recorded. */
  readonly omitStages?: readonly AuditStage[]
  /** Requests that match no rule are not recorded. */
  readonly rules: readonly AuditRule[]
}

/** An omitted field matches everything. */
export interface AuditRule {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly AuditResources[]
  /** The empty string matches cluster-scoped requests. */
  readonly namespaces?: readonly string[]
  /** Paths such as `/healthz*`. */
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly AuditStage[]
}

/** Resources of one API group that an audit rule matches. */
export interface AuditResources {
  /** @default '', the core group */
  readonly group?: string
  /** `pods`, `pods/status`, `pods/*`; an asterisk alone, or in place of `pods`, matches all. @default all of the group */
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** The metadata of every request, without bodies. */
export const metadataOfEverything: AuditPolicy = { rules: [{ level: 'Metadata' }] }

export interface AuditDecision {
  readonly level: AuditLevel
  readonly omitStages: ReadonlySet<AuditStage>
}

export function decideAudit(policy: AuditPolicy, info: RequestInfo, user: User | undefined): AuditDecision {
  const rule = policy.rules.find((one) => matchesUser(one, user) && matchesVerb(one, info) && matchesTarget(one, info))
  return {
    level: rule?.level ?? 'None',
    omitStages: new Set([...(policy.omitStages ?? []), ...(rule?.omitStages ?? [])]),
  }
}

function matchesUser({ users = [], userGroups = [] }: AuditRule, user: User | undefined): boolean {
  if (users.length > 0 && !users.includes(user?.name ?? '')) return false
  return userGroups.length === 0 || (user?.groups ?? []).some((group) => userGroups.includes(group))
}

function matchesVerb({ verbs = [] }: AuditRule, { verb }: RequestInfo): boolean {
  return verbs.length === 0 || verbs.includes(verb)
}

function matchesTarget(
  { resources = [], namespaces = [], nonResourceURLs = [] }: AuditRule,
  info: RequestInfo,
): boolean {
  const isAboutResources = resources.length > 0 || namespaces.length > 0
  if (!isAboutResources && nonResourceURLs.length === 0) return true
  if (!info.isResource) return nonResourceURLs.some((pattern) => matchesPath(pattern, info.path))
  if (!isAboutResources) return false
  const isThere = namespaces.length === 0 || namespaces.includes(info.namespace)
  return isThere && (resources.length === 0 || resources.some((one) => matchesResource(one, info)))
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path
}

function matchesResource(
  { group = '', resources = [], resourceNames = [] }: AuditResources,
  info: ResourceRequest,
): boolean {
  if (group !== info.group) return false
  if (resourceNames.length > 0 && !resourceNames.includes(info.name)) return false
  return resources.length === 0 || resources.some((pattern) => matchesPlural(pattern, info))
}

function matchesPlural(pattern: string, { resource, subresource }: ResourceRequest): boolean {
  if (pattern === '*') return true
  const [plural, below = ''] = pattern.split('/')
  if (below === '') return plural === resource && subresource === ''
  return (plural === '*' || plural === resource) && subresource !== '' && (below === '*' || below === subresource)
}
