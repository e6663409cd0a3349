/** Maintains the `Available` condition of APIServices with a backing service. It is never True: this server does not proxy. */
import type { Service } from '@kubewright/kubernetes/core/v1'
import type { APIService } from '@kubewright/kubernetes/apiregistration/v1'
import { type Unvalidated, unvalidated } from '../object/unvalidated.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { Machinery } from '../kinds/call.ts'
import { followConditions, type KeptCondition } from './condition-following.ts'

const slices = 'endpointslices.discovery.k8s.io'

export function followRemoteApiServices(machinery: Machinery): AsyncDisposable {
  return followConditions(machinery, {
    group: 'apiregistration.k8s.io',
    plural: 'apiservices',
    because: ['services', slices],
    manager: 'kube-apiserver',
    operation: 'Update',
    conditionOf: (live) => conditionOf(machinery, live),
  })
}

function conditionOf({ store }: Machinery, live: Draft): KeptCondition | undefined {
  const { service, group, version } = unvalidated<APIService>(live).spec ?? {}
  if (!service) return undefined
  const { namespace = '', name = '', port = 443 } = service
  const unavailable = (reason: string, message: string) =>
    ({ type: 'Available', status: 'False', reason, message }) as const
  const what = `service/${name} in ${JSON.stringify(namespace)}`
  const found = store.collection('services').read(`${namespace}/${name}`)
  if (found === undefined) return unavailable('ServiceNotFound', `${what} is not present`)
  if (!listens(unvalidated<Service>(draftOf(found.object.text)), port)) {
    return unavailable('ServicePortError', `${what} is not listening on port ${port}`)
  }
  const isBacked = store
    .collection(slices)
    .range({ prefix: `${namespace}/` })
    .versions.some(({ object }) => object.labels?.['kubernetes.io/service-name'] === name)
  if (!isBacked) return unavailable('EndpointsNotFound', `cannot find endpointslices for ${what}`)
  const why = 'this server answers for itself alone'
  return unavailable('FailedDiscoveryCheck', `failing or missing response from /apis/${group}/${version}: ${why}`)
}

/** Only the ports of ClusterIP services are checked. */
function listens({ spec }: Unvalidated<Service>, port: number): boolean {
  return spec?.type !== 'ClusterIP' || (spec.ports ?? []).some((one) => one.port === port)
}
