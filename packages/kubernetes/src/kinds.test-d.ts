/** What must compile, and what must not, when built-in kinds are written and read. */
import type { KubeObject } from '@kubewright/core'
import type { ConditionStatus } from '@kubewright/core/object'
import { type InputOf, manifest, type ObjectOf, type Resource, type StatusOf } from '@kubewright/resource'
import type { BuiltIn } from './built-in.ts'
import type { Container, EnvVar, PodSpec } from './generated/core/v1.ts'
import { Event as EventsEvent } from './generated/events/v1.ts'
import {
  ComponentStatus,
  ConfigMap,
  CustomResourceDefinition,
  Deployment,
  type DeploymentInput,
  Event,
  HorizontalPodAutoscaler,
  Ingress,
  Lease,
  Namespace,
  Pod,
  PodDisruptionBudget,
  Role,
  type Scale,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
  SubjectAccessReview,
} from './index.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assert = <_ extends true>() => {}

/** The subresource types of a handle, found the way a client finds them: by shape, without this package. */
type SubresourcesOf<R extends Resource> =
  NonNullable<R['~types']> extends { readonly subresources: infer Subresources } ? Subresources : never

// --- handles carry their types -----------------------------------------------------------------------------------

assert<Equal<ObjectOf<typeof Deployment>, Deployment>>()
assert<Equal<InputOf<typeof Deployment>, DeploymentInput>>()
assert<Equal<StatusOf<typeof Deployment>['readyReplicas'], number | undefined>>()
assert<Equal<SubresourcesOf<typeof Deployment>['scale']['read'], Scale>>()
assert<Equal<keyof SubresourcesOf<typeof Pod>, 'binding' | 'eviction'>>()
assert<Equal<keyof SubresourcesOf<typeof ServiceAccount>, 'token'>>()
assert<Equal<StatusOf<typeof ConfigMap>, never>>()
assert<Equal<InputOf<typeof ComponentStatus>, never>>()
const handles: readonly BuiltIn[] = [Deployment, ConfigMap, ComponentStatus, SubjectAccessReview]
const resources: readonly Resource[] = handles

// --- an author writes ----------------------------------------------------------------------------------------------

interface Website {
  readonly metadata: { readonly name: string }
  readonly spec: { readonly image: string; readonly replicas: number; readonly domain?: string | undefined }
}

/** The children of the design sketches. */
function childrenOf(site: Website) {
  const labels = { app: site.metadata.name }
  const metadata = { name: site.metadata.name, labels }
  return {
    deployment: manifest(Deployment, {
      metadata,
      spec: {
        replicas: site.spec.replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'site', image: site.spec.image }] } },
      },
    }),
    service: manifest(Service, { metadata, spec: { selector: labels, ports: [{ port: 80 }] } }),
    ingress: site.spec.domain ? manifest(Ingress, { metadata, spec: { rules: [{ host: site.spec.domain }] } }) : null,
  }
}

/** Values that may be missing pass through, whether or not the author compiles with exactOptionalPropertyTypes. */
function optionalValues(site: Website): InputOf<typeof Ingress> {
  return { metadata: { name: 'a' }, spec: { ingressClassName: undefined, rules: [{ host: site.spec.domain }] } }
}

const authored = [
  manifest(Namespace, { metadata: { name: 'web' } }),
  manifest(Secret, { metadata: { name: 'tls' }, stringData: { key: 'value' }, immutable: true }),
  manifest(Role, { metadata: { name: 'r' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
  manifest(Lease, { metadata: { name: 'leader' }, spec: { renewTime: '2026-01-31T12:00:00.000000Z' } }),
  manifest(PodDisruptionBudget, { metadata: { name: 'b' }, spec: { maxUnavailable: '25%' } }),
  manifest(PodDisruptionBudget, { metadata: { name: 'b' }, spec: { maxUnavailable: 1 } }),
  manifest(SubjectAccessReview, { spec: { user: 'jane', resourceAttributes: { verb: 'get', resource: 'pods' } } }),
  manifest(HorizontalPodAutoscaler, {
    metadata: { name: 'h' },
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { kind: 'Deployment', name: 'blog' },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
      ],
    },
  }),
  manifest(StatefulSet, {
    metadata: { name: 'db' },
    spec: {
      selector: {},
      template: { spec: { containers: [{ name: 'db', resources: { limits: { cpu: '500m', memory: '1Gi' } } }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }],
    },
  }),
  manifest(CustomResourceDefinition, {
    metadata: { name: 'websites.web.example.dev' },
    spec: {
      group: 'web.example.dev',
      names: { kind: 'Website', plural: 'websites' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: { a: [1] } },
              },
              additionalProperties: false,
            },
          },
        },
      ],
    },
  }),
]

const container: Container = { name: 'site', image: 'nginx:1', env: [{ name: 'A', value: 'b' } satisfies EnvVar] }
const pod: PodSpec = { containers: [container], restartPolicy: 'Never' }

// @ts-expect-error a misspelled field
manifest(Deployment, { metadata: {}, spec: { replica: 1, selector: {}, template: { spec: pod } } })
// @ts-expect-error a misspelled field, deep down
manifest(Pod, { metadata: {}, spec: { containers: [{ name: 'site', img: 'nginx:1' }] } })
// @ts-expect-error a Deployment needs its spec
manifest(Deployment, { metadata: {} })
// @ts-expect-error a pod template needs its spec
manifest(Deployment, { metadata: {}, spec: { selector: {}, template: {} } })
// @ts-expect-error not one of the values the server takes
manifest(Pod, { metadata: {}, spec: { containers: [container], restartPolicy: 'Sometimes' } })
// @ts-expect-error amounts are texts
manifest(Pod, { metadata: {}, spec: { containers: [{ name: 'site', resources: { limits: { cpu: 1 } } }] } })
// @ts-expect-error the kind, if given, is the right one
manifest(ConfigMap, { kind: 'Secret', metadata: {} })
// @ts-expect-error status is written apart from the rest
manifest(Deployment, { metadata: {}, spec: { selector: {}, template: { spec: pod } }, status: {} })

// --- a reader reads ------------------------------------------------------------------------------------------------

function read(deployment: Deployment, secret: Secret, lease: Lease) {
  const images: (string | undefined)[] = deployment.spec.template.spec.containers.map(({ image }) => image)
  const name: string = deployment.metadata.name
  const apiVersion: 'apps/v1' = deployment.apiVersion
  const plain: KubeObject = deployment
  const again: DeploymentInput = deployment
  assert<Equal<typeof secret.data, Readonly<Record<string, string>> | undefined>>()
  assert<Equal<typeof lease.spec.renewTime, string | undefined>>()

  // @ts-expect-error a value that was read is read-only
  deployment.spec.replicas = 3
  // @ts-expect-error all the way down
  deployment.spec.template.spec.containers.push(container)
  // @ts-expect-error all the way down
  if (secret.data) secret.data['key'] = 'value'
  // @ts-expect-error stringData can be written, never read
  void secret.stringData
  // @ts-expect-error an object may not have a status yet
  void deployment.status.readyReplicas
  return { images, name, apiVersion, plain, again }
}

/** Two kinds are called Event; the root has the one `kubectl get events` shows. */
function readEvents(event: Event, newer: EventsEvent) {
  assert<Equal<typeof event.involvedObject.name, string | undefined>>()
  assert<Equal<NonNullable<typeof newer.regarding>['name'], string | undefined>>()
  assert<Equal<typeof event.eventTime, string | null | undefined>>()
  // @ts-expect-error the newer Event calls it `regarding`
  void newer.involvedObject
}

function conditions(budget: PodDisruptionBudget): readonly ConditionStatus[] {
  return budget.status?.conditions?.map(({ status }) => status) ?? []
}

void [resources, childrenOf, optionalValues, authored, read, readEvents, conditions]
