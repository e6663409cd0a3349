/**
 * An operator as data: what its definitions say, with nothing left to call. The project's own process makes it, so that
 * code of the project never runs in the command's.
 */
import type { Ref } from '@kubewright/core'
import { type RequiredRule, requiredRules } from '@kubewright/manager'
import type { CustomResourceDefinition, Resource } from '@kubewright/resource'
import { conversionWebhook } from '@kubewright/webhook'
import type { DeploymentOptions, Grant, Installable, OperatorConfig } from './operator-config.ts'

export interface ProjectDescription {
  readonly name: string
  readonly namespace: string
  readonly image: string
  readonly crds: readonly DescribedCrd[]
  readonly controllers: readonly DescribedController[]
  /** Everything it may do. */
  readonly rules: readonly RequiredRule[]
  /** The part of it that a test of its controllers can make use of. */
  readonly testableRules: readonly RequiredRule[]
  readonly healthPort?: number
  readonly metricsPort?: number
  readonly webhooks?: DescribedWebhooks
  readonly lease?: Ref
  readonly deployment: DeploymentOptions
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
  /** Whether the kind is a custom one that has to be installed by somebody. */
  readonly isCustom: boolean
}

export interface DescribedWebhooks {
  readonly names: readonly string[]
  readonly port: number
  readonly service?: { readonly name: string; readonly namespace: string; readonly port: number }
}

/** Failure: whatever making a CRD fails with, such as `KW_RESOURCE_CONVERSION`. */
export function describeOperator(config: OperatorConfig): ProjectDescription {
  const { name, controllers = [], resources = [], coordination, health, metrics, deployment = {} } = config
  const webhooks = describeWebhooks(config)
  const lease = coordination?.lease
  return {
    name,
    namespace: config.namespace ?? `${name}-system`,
    image: config.image ?? `${name}:latest`,
    crds: [...resources, ...(coordination?.resources ?? [])].map((resource) => describeCrd(resource, config)),
    controllers: controllers.map(({ name: own, for: kind }) => {
      return { name: own, group: kind.group, kind: kind.kind, isCustom: 'crd' in kind }
    }),
    rules: rulesOf(config, { lease, coordination, webhooks: config.webhooks }),
    testableRules: rulesOf(config, {}),
    ...(health === undefined ? {} : { healthPort: health.port }),
    ...(metrics === undefined ? {} : { metricsPort: metrics.port }),
    ...(webhooks === undefined ? {} : { webhooks }),
    ...(lease === undefined ? {} : { lease }),
    deployment,
  }
}

function rulesOf(
  { controllers = [], cache = {}, grants = [] }: OperatorConfig,
  more: Pick<NonNullable<Parameters<typeof requiredRules>[1]>, 'lease' | 'coordination' | 'webhooks'>,
): readonly RequiredRule[] {
  const scopeOf = ({ group, kind, scope }: Resource) => {
    const own = cache.kinds?.find(({ resource }) => resource.group === group && resource.kind === kind)
    const namespace = scope === 'Cluster' ? undefined : (own?.namespace ?? cache.namespace)
    return namespace === undefined ? undefined : { namespace }
  }
  return [...requiredRules(controllers, { ...more, scopeOf }), ...grants.map(toRule)]
}

function toRule({ because, ...grant }: Grant): RequiredRule {
  return { ...grant, because: [because] }
}

/** Who converts a kind with several versions is known if somebody here serves it. */
function describeCrd(resource: Installable, { webhooks }: OperatorConfig): DescribedCrd {
  const name = `${resource.plural}.${resource.group}`
  const isServed = webhooks?.serve.some((one) => one.type === 'conversion' && one.name === name) === true
  const { service, url } = webhooks?.installation ?? {}
  const address = service === undefined ? (url === undefined ? undefined : { url }) : { service }
  const options = isServed && address !== undefined ? { conversion: conversionWebhook(address) } : {}
  return { name, plural: resource.plural, object: resource.crd(options), yaml: resource.crdYaml(options) }
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
