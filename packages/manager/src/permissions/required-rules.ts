/** Derives the least-privilege rules of a program from the declarations of its controllers. */
import type { SourceScope } from '@kubewright/cache'
import type { Controller, Runnable } from '@kubewright/controller'
import { homeCluster, selectsCluster } from '@kubewright/controller/clusters'
import type { Ref } from '@kubewright/core'
import type { Coordination } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { WebhookServerOptions } from '@kubewright/webhook'
import type { ClusterProvider } from '../clusters/cluster-provider.ts'
import { workOf } from '../coordinated-work.ts'
import type { MetricsAccess } from '../settings-table.ts'
import { mergeRules, type RequiredRule } from './required-rule.ts'
import { webhookRules } from './webhook-rules.ts'

const reading = ['get', 'list', 'watch']

/** Options of `requiredRules`. */
export interface RequiredRulesOptions {
  /** The coordination lease, if any. */
  readonly lease?: Ref | undefined
  /** Which cluster the roles are for: `home`, or `remote` for the credentials that the manager uses in other clusters. @default 'home' */
  readonly cluster?: 'home' | 'remote'
  /** For a remote cluster: the namespace whose label gives the cluster identity. @default `kube-system`, by its UID */
  readonly identityNamespace?: string | undefined
  /** Work the manager runs beside controllers. */
  readonly runnables?: readonly Pick<Runnable, 'rules'>[] | undefined
  /** Providers of remote clusters, if any. @default there is only home */
  readonly clusters?: Pick<ClusterProvider, 'rules'> | readonly Pick<ClusterProvider, 'rules'>[] | undefined
  /** Coordination, if it needs rules beyond the lease. */
  readonly coordination?: Pick<Coordination, 'rules'> | undefined
  /** The scope in which a kind is watched, if not all of it. */
  readonly scopeOf?: (resource: Resource) => SourceScope | undefined
  /** The webhooks served, if any. */
  readonly webhooks?: WebhookServerOptions | undefined
  /** Access to metrics, if served: 'authorized' needs review permissions. */
  readonly metrics?: { readonly access?: MetricsAccess } | undefined
}

/**
 * The rules the controllers need: to watch the kinds they declare, to apply and delete their children, to write status, finalizers
 * and events, to hold the lease, to register webhooks. Other calls of a reconcile with `ctx.client` must be declared in `uses`.
 *
 * @example
 * ```ts
 * import { defineController, done } from '@kubewright/controller'
 * import { ConfigMap, Secret } from '@kubewright/kubernetes'
 *
 * const copies = defineController({ name: 'copies', for: Secret, owns: [ConfigMap], reconcile: async () => done() })
 * requiredRules([copies]).map(({ resource, verbs }) => `${resource}: ${verbs.join()}`)
 * // => [
 * //   'configmaps: get,list,watch,create,patch,delete',
 * //   'secrets: get,list,watch',
 * //   'secrets/finalizers: update',
 * //   'events: create,patch',
 * // ]
 * ```
 */
export function requiredRules(
  controllers: readonly Controller[],
  {
    cluster = 'home',
    identityNamespace,
    runnables = [],
    clusters,
    lease,
    coordination,
    webhooks,
    metrics,
    scopeOf = () => undefined,
  }: RequiredRulesOptions = {},
): readonly RequiredRule[] {
  const homeWork = workOf(controllers.filter((one) => worksOn(one, 'home')))
  const hasSeveral = clusters !== undefined || cluster === 'remote'
  return mergeRules([
    ...controllers.flatMap((controller) => rulesOf(controller, cluster, scopeOf)),
    ...(hasSeveral ? [identityRule(identityNamespace)] : []),
    ...(cluster === 'home' ? runnables.flatMap(({ rules = [] }) => rules) : []),
    ...[clusters ?? []].flat().flatMap(({ rules = [] }) => rules),
    ...(lease === undefined ? [] : leaseRules(lease)),
    ...(coordination?.rules?.(homeWork, { clusters: clusters !== undefined }) ?? []),
    ...(webhooks === undefined ? [] : webhookRules(webhooks)),
    ...(metrics?.access === 'authorized' ? metricsRules : []),
  ])
}

type ScopeOf = NonNullable<RequiredRulesOptions['scopeOf']>

function rulesOf(controller: Controller, cluster: 'home' | 'remote', scopeOf: ScopeOf): readonly RequiredRule[] {
  const { name, for: primary, scope, owns = [], watches = [], indexes = [], uses = [], finalizer } = controller
  const place = placeOf(scope) ?? placeOf(scopeOf(primary))
  const rule = (resource: Resource, verbs: readonly string[], why: string, sub = ''): RequiredRule => {
    const namespace = resource.scope === 'Cluster' ? undefined : (placeOf(scopeOf(resource)) ?? homeOf(resource))
    return {
      group: resource.group,
      resource: `${resource.plural}${sub}`,
      verbs,
      ...(namespace === undefined ? {} : { namespace }),
      because: [`${name} ${why}`],
    }
  }
  /** Primary objects and their children are in the namespace of the controller's scope. */
  const homeOf = (resource: Resource) => (resource === primary || owned.includes(resource) ? place : undefined)
  const owned = owns.map((one) => ('resource' in one ? one.resource : one))
  const isThere = worksOn(controller, cluster)
  // A group is not an object: it has no status and no events of its own.
  const isGrouped = controller['~grouping'] !== undefined
  const used = uses
    .filter(({ cluster: where = 'own' }) => (where === 'own' ? isThere : where === cluster))
    .map(({ resource, subresource, verbs, because }) =>
      rule(resource, verbs, because, subresource === undefined ? '' : `/${subresource}`),
    )
  if (!isThere) return used
  return [
    rule(primary, reading, 'reconciles them'),
    ...(!isGrouped && primary.subresources.includes('status')
      ? [rule(primary, ['patch'], 'sets their status', '/status')]
      : []),
    ...(finalizer === undefined ? [] : [rule(primary, ['patch'], 'adds a finalizer to them')]),
    // Required by the admission plugin OwnerReferencesPermissionEnforcement to set `blockOwnerDeletion`.
    ...(owned.length === 0 ? [] : [rule(primary, ['update'], 'makes them owners', '/finalizers')]),
    ...owned.map((resource) => rule(resource, [...reading, 'create', 'patch', 'delete'], 'owns them')),
    ...watches.map(({ resource }) => rule(resource, reading, 'watches them')),
    ...indexes.map(({ resource }) => rule(resource, reading, 'indexes them')),
    ...used,
    ...(isGrouped ? [] : [eventRule(name, primary.scope === 'Cluster' ? undefined : place)]),
  ]
}

function eventRule(name: string, namespace: string | undefined): RequiredRule {
  return {
    group: 'events.k8s.io',
    resource: 'events',
    verbs: ['create', 'patch'],
    ...(namespace === undefined ? {} : { namespace }),
    because: [`${name} reports events`],
  }
}

/** Whether the controller may run on home, or on a remote cluster. The clusters of a selector are known only at run time. */
function worksOn({ clusters }: Controller, cluster: 'home' | 'remote'): boolean {
  if (cluster === 'remote') return clusters !== undefined && clusters !== 'home'
  return selectsCluster(clusters, { name: homeCluster, labels: {} })
}

/** The UID of `kube-system` identifies a cluster. Any other namespace can be granted by a role inside it. */
function identityRule(namespace: string | undefined): RequiredRule {
  return {
    group: '',
    resource: 'namespaces',
    name: namespace ?? 'kube-system',
    ...(namespace === undefined ? {} : { namespace }),
    verbs: ['get'],
    because: ['the manager reads the identity of the cluster'],
  }
}

function placeOf(scope: SourceScope | undefined): string | undefined {
  return scope?.namespace
}

/** The same as in the cluster role `system:auth-delegator`. */
const metricsRules: readonly RequiredRule[] = [
  { group: 'authentication.k8s.io', resource: 'tokenreviews' },
  { group: 'authorization.k8s.io', resource: 'subjectaccessreviews' },
].map((rule) => ({ ...rule, verbs: ['create'], because: ['the manager authorizes readers of its metrics'] }))

/** `create` cannot be restricted by name. */
function leaseRules({ namespace, name }: Ref): readonly RequiredRule[] {
  const lease = { group: 'coordination.k8s.io', resource: 'leases', because: ['the manager holds its lease'] }
  const place = namespace === undefined ? {} : { namespace }
  return [
    { ...lease, ...place, verbs: ['create'] },
    { ...lease, ...place, name, verbs: ['get', 'patch'] },
  ]
}
