/** The Service of a component, its disruption budget and its network policy. */
import { NetworkPolicy, PodDisruptionBudget, Service } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import type { ComponentSettings } from '../settings.ts'
import { type ComponentContext, metadataOf, selectorOf } from './component-context.ts'
import { portNameOf } from './containers.ts'

/** The ports of a component by name. */
export function portsByName({ port, ports = {} }: ComponentSettings, context: ComponentContext) {
  const main = port === undefined ? [] : [[portNameOf(context), port] as const]
  return [...main, ...Object.entries(ports)]
}

export function service(settings: ComponentSettings, context: ComponentContext) {
  const ports = portsByName(settings, context).map(([name, port]) => ({
    name,
    port,
    targetPort: name,
    protocol: 'TCP' as const,
  }))
  return manifest(Service, {
    metadata: metadataOf(context, settings),
    spec: { type: 'ClusterIP' as const, selector: selectorOf(context), ports },
  })
}

export function disruptionBudget(settings: ComponentSettings, context: ComponentContext) {
  return manifest(PodDisruptionBudget, {
    metadata: metadataOf(context, settings),
    spec: { minAvailable: settings.minAvailable ?? 1, selector: { matchLabels: selectorOf(context) } },
  })
}

/** Allows the components that need this one, and all traffic to the port of an exposed component. */
export function networkPolicy(settings: ComponentSettings, context: ComponentContext) {
  const ports = portsByName(settings, context).map(([name]) => ({ port: name, protocol: 'TCP' as const }))
  const from = (context.neededBy ?? []).map((component) => ({
    podSelector: { matchLabels: selectorOf({ ...context, component }) },
  }))
  const ingress = settings.expose ? [{ ports }] : from.length > 0 ? [{ from, ports }] : []
  return manifest(NetworkPolicy, {
    metadata: metadataOf(context, settings),
    spec: { podSelector: { matchLabels: selectorOf(context) }, policyTypes: ['Ingress'], ingress },
  })
}
