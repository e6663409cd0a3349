/** The object that exposes a component outside the cluster: an Ingress, an HTTPRoute or a Route. */
import { type Client, defineDynamicResource } from '@kubewright/client'
import { Ingress } from '@kubewright/kubernetes'
import { type Manifest, manifest } from '@kubewright/resource'
import { mergeMaps } from '../defaults.ts'
import type { ComponentSettings, Exposure } from '../settings.ts'
import { type ComponentContext, type ExposureKind, metadataOf, objectName } from './component-context.ts'
import { portNameOf, present } from './containers.ts'

/** `httproutes` of the Gateway API. */
export const HttpRoute = defineDynamicResource({
  group: 'gateway.networking.k8s.io',
  version: 'v1',
  kind: 'HTTPRoute',
  plural: 'httproutes',
  scope: 'Namespaced',
})

/** `routes` of OpenShift. */
export const OpenShiftRoute = defineDynamicResource({
  group: 'route.openshift.io',
  version: 'v1',
  kind: 'Route',
  plural: 'routes',
  scope: 'Namespaced',
})

/** The kind for each type of exposure. */
export const exposureResources = { ingress: Ingress, gateway: HttpRoute, openshift: OpenShiftRoute } as const

/** Detects the type of exposure that a cluster supports: Routes before HTTPRoutes before Ingresses. */
export async function detectExposure(client: Pick<Client, 'discoverAll'>): Promise<ExposureKind> {
  const { resources } = await client.discoverAll()
  const isServed = (kind: ExposureKind) => {
    const { group, plural } = exposureResources[kind]
    return resources.some((resource) => resource.group === group && resource.plural === plural)
  }
  return (['openshift', 'gateway'] as const).find(isServed) ?? 'ingress'
}

export function exposure(settings: ComponentSettings, context: ComponentContext): Manifest {
  const wanted = typeof settings.expose === 'object' ? settings.expose : {}
  const metadata = metadataOf(context, {
    ...settings,
    annotations: mergeMaps(settings.annotations, wanted.annotations),
  })
  const kind = context.exposure ?? 'ingress'
  if (kind === 'gateway') return manifest(HttpRoute, { metadata, spec: httpRouteSpec(wanted, settings, context) })
  if (kind === 'openshift') return manifest(OpenShiftRoute, { metadata, spec: routeSpec(wanted, context) })
  return manifest(Ingress, { metadata, spec: ingressSpec(wanted, context) }) as Manifest
}

function ingressSpec({ host, path = '/', className, tlsSecretName }: Exposure, context: ComponentContext) {
  const backend = { service: { name: objectName(context), port: { name: portNameOf(context) } } }
  const http = { paths: [{ path, pathType: 'Prefix' as const, backend }] }
  return {
    ...present({ ingressClassName: className }),
    rules: [{ ...present({ host }), http }],
    ...(tlsSecretName && { tls: [{ ...(host ? { hosts: [host] } : {}), secretName: tlsSecretName }] }),
  }
}

function httpRouteSpec(
  { host, path = '/', gateway }: Exposure,
  settings: ComponentSettings,
  context: ComponentContext,
) {
  return {
    ...(gateway && { parentRefs: [present({ name: gateway.name, namespace: gateway.namespace })] }),
    ...(host && { hostnames: [host] }),
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: path } }],
        backendRefs: [{ name: objectName(context), port: settings.port }],
      },
    ],
  }
}

function routeSpec({ host, path, tlsSecretName }: Exposure, context: ComponentContext) {
  return {
    ...present({ host, path }),
    to: { kind: 'Service', name: objectName(context), weight: 100 },
    port: { targetPort: portNameOf(context) },
    ...(tlsSecretName && { tls: { termination: 'edge' } }),
  }
}
