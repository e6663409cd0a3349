/** Derives what a program may do from what its controllers declare: the least that lets them work. */
import type { SourceScope } from '@kubewright/cache'
import { type Controller, homeCluster, type Runnable, selectsCluster } from '@kubewright/controller'
import type { Ref } from '@kubewright/core'
import type { Coordination } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { WebhookServerOptions } from '@kubewright/webhook'
import type { ClusterProvider } from '../clusters/cluster-provider.ts'
import type { MetricsAccess } from '../settings-table.ts'
import { workOf } from '../work-of.ts'
import { mergeRules, type RequiredRule } from './required-rule.ts'
import { webhookRules } from './webhook-rules.ts'

const reading = ['get', 'list', 'watch']

export interface RequiredRulesOptions {
  /** The lease that is held, if any. */
  readonly lease?: Ref | undefined
  /** Whose roles: home's, or those that another cluster grants to the credentials that are used there. @default 'home' */
  readonly cluster?: 'home' | 'remote'
  /** Of another cluster: the namespace whose label says which cluster it is. @default `kube-system`, by its UID */
  readonly identityNamespace?: string | undefined
  /** What the manager runs beside controllers. */
  readonly runnables?: readonly Pick<Runnable, 'rules'>[] | undefined
  /** Where other clusters come from, if there are any. @default there is only home */
  readonly clusters?: Pick<ClusterProvider, 'rules'> | readonly Pick<ClusterProvider, 'rules'>[] | undefined
  /** Who may act: what sharing the work out needs beside the lease. */
  readonly coordination?: Pick<Coordination, 'rules'> | undefined
  /** What is followed of a kind, if not all of it. */
  readonly scopeOf?: (resource: Resource) => SourceScope | undefined
  /** What is served, if anything is. */
  readonly webhooks?: WebhookServerOptions | undefined
  /** Who may read metrics, if they are served: the cluster is asked about accounts. */
  readonly metrics?: { readonly access?: MetricsAccess } | undefined
}

/**
 * What the controllers need: to follow what they declare, to apply and delete what they own, to write status, finalizers and
 * events, to hold the lease, to make webhooks known. What a reconcile does beside that with `ctx.client` is what `uses` says.
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
  /** The object itself, and what it owns, lie where the controller looks. */
  const homeOf = (resource: Resource) => (resource === primary || owned.includes(resource) ? place : undefined)
  const owned = owns.map((one) => ('resource' in one ? one.resource : one))
  const isThere = worksOn(controller, cluster)
  const used = uses
    .filter(({ cluster: where = 'own' }) => (where === 'own' ? isThere : where === cluster))
    .map(({ resource, verbs, because }) => rule(resource, verbs, because))
  if (!isThere) return used
  return [
    rule(primary, reading, 'is for them'),
    ...(primary.subresources.includes('status') ? [rule(primary, ['patch'], 'sets their status', '/status')] : []),
    ...(finalizer === undefined ? [] : [rule(primary, ['patch'], 'puts a finalizer on them')]),
    // Where the server guards owner references, whoever sets one that blocks deletion needs this.
    ...(owned.length === 0 ? [] : [rule(primary, ['update'], 'makes them owners', '/finalizers')]),
    ...owned.map((resource) => rule(resource, [...reading, 'create', 'patch', 'delete'], 'owns them')),
    ...watches.map(({ resource }) => rule(resource, reading, 'watches them')),
    ...indexes.map(({ resource }) => rule(resource, reading, 'keeps an index of them')),
    ...used,
    {
      group: 'events.k8s.io',
      resource: 'events',
      verbs: ['create', 'patch'],
      ...(place === undefined || primary.scope === 'Cluster' ? {} : { namespace: place }),
      because: [`${name} reports events`],
    },
  ]
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
    because: ['the manager reads which cluster this is'],
  }
}

function placeOf(scope: SourceScope | undefined): string | undefined {
  return scope?.namespace
}

/** As the cluster role `system:auth-delegator` has them. */
const metricsRules: readonly RequiredRule[] = [
  { group: 'authentication.k8s.io', resource: 'tokenreviews' },
  { group: 'authorization.k8s.io', resource: 'subjectaccessreviews' },
].map((rule) => ({ ...rule, verbs: ['create'], because: ['the manager asks who may read its metrics'] }))

/** Creating cannot be granted by name. */
function leaseRules({ namespace, name }: Ref): readonly RequiredRule[] {
  const lease = { group: 'coordination.k8s.io', resource: 'leases', because: ['the manager holds its lease'] }
  const place = namespace === undefined ? {} : { namespace }
  return [
    { ...lease, ...place, verbs: ['create'] },
    { ...lease, ...place, name, verbs: ['get', 'patch'] },
  ]
}
