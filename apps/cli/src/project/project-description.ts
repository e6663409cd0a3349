/**
 * An operator as plain data, without functions. It is made in a separate process, so that code of the project never runs in the
 * command's process.
 */
import type { Controller } from '@kubewright/controller'
import { isKubewrightError, type Ref } from '@kubewright/core'
import { type RequiredRule, requiredRules } from '@kubewright/manager/permissions'
import { managerSettings, type MetricsAccess } from '@kubewright/manager/settings'
import type { CustomResourceDefinition, Resource } from '@kubewright/resource'
import { conversionWebhook } from '@kubewright/webhook'
import { cliErrors } from '../errors.ts'
import type { DeploymentOptions, Grant, Installable, OperatorConfig } from './operator-config.ts'

/** The variable with the access setting of metrics. */
export const metricsAccessVariable = managerSettings.metricsAccess.variable

export interface ProjectDescription {
  readonly name: string
  readonly namespace: string
  readonly image: string
  readonly crds: readonly DescribedCrd[]
  readonly controllers: readonly DescribedController[]
  /** All permissions. */
  readonly rules: readonly RequiredRule[]
  /**
   * The permissions that tests of its controllers can exercise. Without the grants if there are webhooks: a test may call these with a
   * client of its own, whose requests are not the operator's.
   */
  readonly testableRules: readonly RequiredRule[]
  /** Permissions in other clusters, for each cluster selection. Empty without other clusters. */
  readonly remotes: readonly RemoteRules[]
  readonly healthPort?: number
  readonly metrics?: DescribedMetrics
  readonly webhooks?: DescribedWebhooks
  readonly lease?: Ref
  readonly deployment: DeploymentOptions
}

/** The rules for one selection of other clusters. */
export interface RemoteRules {
  /** Part of names. Empty for the rules of every other cluster. */
  readonly suffix: string
  /** For people: `every other cluster`, `clusters with tier=edge`. */
  readonly where: string
  readonly rules: readonly RequiredRule[]
}

/** Metrics as served by the installed operator. */
export interface DescribedMetrics {
  readonly port: number
  readonly access: MetricsAccess
  readonly isTls: boolean
  /** Whether the program leaves the access unset, so that its Deployment must set it. */
  readonly isByDefault: boolean
}

export interface DescribedCrd {
  /** `websites.web.example.dev` */
  readonly name: string
  readonly plural: string
  readonly object: CustomResourceDefinition
  readonly yaml: string
}

export interface DescribedController {
  readonly name: string
  readonly group: string
  readonly kind: string
  /** Whether the kind is a custom one and needs its CRD installed. */
  readonly isCustom: boolean
}

export interface DescribedWebhooks {
  readonly names: readonly string[]
  readonly port: number
  readonly service?: { readonly name: string; readonly namespace: string; readonly port: number }
}

/** Failure: as making a CRD fails, such as `KW_RESOURCE_CONVERSION`. */
export function describeOperator(config: OperatorConfig): ProjectDescription {
  const { name, controllers = [], resources = [], coordination, health, deployment = {} } = config
  const metrics = describeMetrics(config)
  const webhooks = describeWebhooks(config)
  const lease = coordination?.lease
  const needed = { lease, coordination, webhooks: config.webhooks, metrics, runnables: config.runnables }
  return {
    name,
    namespace: config.namespace ?? `${name}-system`,
    image: config.image ?? `${name}:latest`,
    crds: [...resources, ...(coordination?.resources ?? [])].map((resource) => describeCrd(resource, config)),
    controllers: controllers.map(({ name: own, for: kind }) => {
      return { name: own, group: kind.group, kind: kind.kind, isCustom: 'crd' in kind }
    }),
    rules: rulesOf(config, needed),
    testableRules: rulesOf(webhooks === undefined ? config : { ...config, grants: [] }, {}),
    remotes: remotesOf(config),
    ...(health === undefined ? {} : { healthPort: health.port }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(webhooks === undefined ? {} : { webhooks }),
    ...(lease === undefined ? {} : { lease }),
    deployment,
  }
}

function rulesOf(
  config: OperatorConfig,
  more: Pick<RulesOptions, 'lease' | 'coordination' | 'webhooks' | 'metrics'>,
): readonly RequiredRule[] {
  const { controllers = [], grants = [] } = config
  const clusters = hasSeveral(config) ? { clusters: providersOf(config) } : {}
  const atHome = grants.filter(({ cluster = 'home' }) => cluster === 'home')
  return [...requiredRules(controllers, { ...more, ...clusters, scopeOf: scopesOf(config) }), ...atHome.map(toRule)]
}

type RulesOptions = NonNullable<Parameters<typeof requiredRules>[1]>

/** Whether it works on clusters other than home. */
function hasSeveral({ clusters, controllers = [] }: OperatorConfig): boolean {
  return clusters !== undefined || controllers.some((one) => one.clusters !== undefined && one.clusters !== 'home')
}

/** The cluster providers that need permissions at home. Named connections need none. */
function providersOf({ clusters = [] }: OperatorConfig): NonNullable<RulesOptions['clusters']> {
  const listed = Array.isArray(clusters) ? clusters : [clusters]
  return listed.filter((one): one is { readonly rules?: RequiredRule[] } => typeof one?.run === 'function')
}

/** One for all other clusters, and one for each selection by labels or by a function. */
function remotesOf(config: OperatorConfig): readonly RemoteRules[] {
  const { controllers = [], grants = [] } = config
  if (!hasSeveral(config)) return []
  const isEverywhere = ({ clusters = 'home' }: Controller) => typeof clusters === 'string'
  const remoteRules = (some: readonly Controller[]) =>
    requiredRules(some, { cluster: 'remote', clusters: [], scopeOf: scopesOf(config) })
  const granted = grants.filter(({ cluster }) => cluster === 'remote').map(toRule)
  const everywhere = {
    suffix: '',
    where: 'every other cluster',
    rules: [...remoteRules(controllers.filter(isEverywhere)), ...granted],
  }
  const groups = new Map<string, Controller[]>()
  for (const controller of controllers.filter((one) => !isEverywhere(one))) {
    const { where } = selectionOf(controller)
    groups.set(where, [...(groups.get(where) ?? []), controller])
  }
  const selected = [...groups.values()].map((some) => ({ ...selectionOf(some[0]!), rules: remoteRules(some) }))
  return [everywhere, ...selected]
}

function selectionOf({ name, clusters }: Controller): Omit<RemoteRules, 'rules'> {
  if (typeof clusters !== 'object') return { suffix: `of-${name}`, where: `clusters selected by ${name}` }
  const { labels } = clusters
  const suffix = labels
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return { suffix: suffix === '' ? `of-${name}` : suffix, where: `clusters with ${labels}` }
}

function scopesOf({ cache = {} }: OperatorConfig): NonNullable<RulesOptions['scopeOf']> {
  return ({ group, kind, scope }: Resource) => {
    const own = cache.kinds?.find(({ resource }) => resource.group === group && resource.kind === kind)
    const namespace = scope === 'Cluster' ? undefined : (own?.namespace ?? cache.namespace)
    return namespace === undefined ? undefined : { namespace }
  }
}

function toRule({ because, cluster: _, ...grant }: Grant): RequiredRule {
  return { ...grant, because: [because] }
}

/** The environment of the Deployment takes precedence over the code. */
function describeMetrics({ metrics, deployment = {} }: OperatorConfig): DescribedMetrics | undefined {
  if (metrics === undefined) return undefined
  const environment = deployment.environment ?? {}
  const named = environment[metricsAccessVariable] ?? metrics.access
  const access = named === 'open' ? 'open' : 'authorized'
  const tls = environment['KUBEWRIGHT_METRICS_TLS'] ?? metrics.tls ?? (access === 'authorized' ? 'self-signed' : 'none')
  return { port: metrics.port, access, isTls: tls !== 'none', isByDefault: named === undefined }
}

/** Includes the conversion webhook of a kind with several versions, if this operator serves it. */
function describeCrd(resource: Installable, { webhooks }: OperatorConfig): DescribedCrd {
  const name = `${resource.plural}.${resource.group}`
  const isServed = webhooks?.serve.some((one) => one.type === 'conversion' && one.name === name) === true
  const { service, url } = webhooks?.installation ?? {}
  const address = service === undefined ? (url === undefined ? undefined : { url }) : { service }
  const options = isServed && address !== undefined ? { conversion: conversionWebhook(address) } : {}
  try {
    return { name, plural: resource.plural, object: resource.crd(options), yaml: resource.crdYaml(options) }
  } catch (error) {
    throw isKubewrightError(error, 'KW_RESOURCE_CONVERSION') ? unconverted(name, resource, isServed, error) : error
  }
}

/** Replaces the library's advice, which is for callers of `crd`. */
function unconverted(name: string, { kind, versions }: Installable, isServed: boolean, cause: Error): Error {
  return cliErrors('KW_CLI_CONVERSION', {
    what: `describe the definition of ${name}`,
    why: isServed
      ? `it has the versions ${versions.join(', ')}, and \`webhooks\` has no \`installation\` with the address of the conversion webhook`
      : `it has the versions ${versions.join(', ')}, and the operator has no conversion webhook`,
    next: isServed
      ? 'Add installation: { name, service: { name, namespace } } to `webhooks`.'
      : `Serve one: webhooks: { serve: [defineConversion({ for: ${kind} })], … }.`,
    details: { name, versions },
    cause,
  })
}

function describeWebhooks({ webhooks }: OperatorConfig): DescribedWebhooks | undefined {
  if (webhooks === undefined) return undefined
  const service = webhooks.installation?.service
  return {
    names: webhooks.serve.map(({ name }) => name),
    port: webhooks.port ?? 9443,
    ...(service === undefined ? {} : { service: { port: 443, ...service } }),
  }
}
