/** The containers of a component. */
import { getOwn } from '@kubewright/core/json'
import type { Container, ContainerPort, EnvVar, Probe, VolumeMount } from '@kubewright/kubernetes/core/v1'
import { variablesOf } from '../defaults.ts'
import type { ComponentSettings, ContainerSettings, Env, EnvValue, Probes } from '../settings.ts'
import { type ComponentContext, objectName } from './component-context.ts'

/** The maximum length of a port name. */
const longestPortName = 15

/** The port of a component is named after it, if that is a valid port name. */
export function portNameOf({ component, names }: ComponentContext): string {
  const name = getOwn(names, component) ?? component
  return name.length <= longestPortName && /[a-z]/.test(name) ? name : 'main'
}

export function mainContainer(
  settings: ComponentSettings,
  context: ComponentContext,
  mounts: readonly VolumeMount[],
): Container {
  const { image, command, args, resources, imagePullPolicy, container } = settings
  return {
    name: getOwn(context.names, context.component) ?? context.component,
    image,
    ...present({ command, args, resources: context.resources ?? resources, imagePullPolicy }),
    ...listed('ports', portsOf(settings, context)),
    ...listed('env', envOf(mainEnv(settings, context), context)),
    ...probesOf(mainProbes(settings, context)),
    ...listed('volumeMounts', mounts),
    ...container,
  }
}

export function sideContainer(
  name: string,
  settings: ContainerSettings,
  {
    context,
    defaults,
    storage,
    config,
  }: {
    readonly context: ComponentContext
    readonly defaults: Env | undefined
    readonly storage: readonly VolumeMount[]
    readonly config: readonly VolumeMount[]
  },
): Container {
  const { image, command, args, env = {}, ports = {}, resources, probes, container } = settings
  const mounts = [...(settings.sharesStorage ? storage : []), ...(settings.sharesConfig ? config : [])]
  return {
    name,
    image,
    ...present({ command, args, resources }),
    ...listed(
      'ports',
      Object.entries(ports).map(([port, containerPort]) => portOf(port, containerPort)),
    ),
    ...listed('env', envOf({ ...defaults, ...env }, context)),
    ...probesOf(probes),
    ...listed('volumeMounts', mounts),
    ...container,
  }
}

function portsOf({ port, ports = {} }: ComponentSettings, context: ComponentContext): ContainerPort[] {
  const main = port === undefined ? [] : [portOf(portNameOf(context), port)]
  return [...main, ...Object.entries(ports).map(([name, number]) => portOf(name, number))]
}

function portOf(name: string, containerPort: number): ContainerPort {
  return { name, containerPort, protocol: 'TCP' }
}

/** The values of the component's Secret become variables, unless a variable of that name is set. */
function mainEnv({ env = {}, secrets = {} }: ComponentSettings, { component }: ComponentContext): Env {
  const fromSecret = Object.keys(secrets)
    .filter((key) => /^[A-Za-z_]\w*$/.test(key))
    .map((key): [string, EnvValue] => [key, { '~secret': { component, key } }])
  return { ...Object.fromEntries(fromSecret), ...env }
}

/** Sorted by name, so that equal maps yield equal lists. */
export function envOf(env: Env, context: ComponentContext): EnvVar[] {
  return variablesOf(env).map(([name, value]) => {
    if (typeof value === 'string') return { name, value }
    if (!('~secret' in value)) return { name, valueFrom: value.valueFrom }
    const { component, key } = value['~secret']
    return { name, valueFrom: { secretKeyRef: { name: objectName({ ...context, component }), key } } }
  })
}

function mainProbes({ port, probes }: ComponentSettings, context: ComponentContext): Probes | undefined {
  if (probes !== undefined || port === undefined) return probes
  return { readiness: { tcpSocket: { port: portNameOf(context) }, periodSeconds: 5 } }
}

function probesOf({ readiness, liveness, startup }: Probes = {}): Record<string, Probe> {
  return present({ readinessProbe: readiness, livenessProbe: liveness, startupProbe: startup })
}

/** The fields that are not `undefined`. */
export function present<Fields extends object>(fields: Fields): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function listed<Name extends string, Item>(name: Name, items: readonly Item[]) {
  return (items.length > 0 ? { [name]: items } : {}) as { readonly [Key in Name]?: readonly Item[] }
}
