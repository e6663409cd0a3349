/** The pod template of a component. */
import type { PodSpec, Volume, VolumeMount } from '@kubewright/kubernetes/core/v1'
import { mergeMaps } from '../defaults.ts'
import { configAnnotation } from '../names.ts'
import type { ComponentSettings } from '../settings.ts'
import { type ComponentContext, metadataOf, objectName, selectorOf } from './component-context.ts'
import { mainContainer, present, sideContainer } from './containers.ts'
import { digestOf } from './digest.ts'

/** The name of a component's data volume. */
export const dataVolume = 'data'
const configVolume = 'config'

export function podTemplate(settings: ComponentSettings, context: ComponentContext) {
  const { labels } = metadataOf(context, settings)
  const digest = configDigestOf(settings, context)
  const annotations =
    digest === undefined ? settings.annotations : mergeMaps(settings.annotations, { [configAnnotation]: digest })
  return {
    metadata: {
      labels: mergeMaps(labels, selectorOf(context)),
      ...(annotations && Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    spec: podSpec(settings, context),
  }
}

function podSpec(settings: ComponentSettings, context: ComponentContext): PodSpec {
  const { sidecars = {}, init = {}, imagePullSecrets, serviceAccount, pod } = settings
  const storage = storageMounts(settings)
  const config = configMounts(settings, context)
  const beside = { context, defaults: context.defaults?.env, storage, config }
  const others = Object.entries(sidecars).map(([name, sidecar]) => sideContainer(name, sidecar, beside))
  const before = Object.entries(init).map(([name, step]) => sideContainer(name, step, beside))
  const volumes = volumesOf(settings, context)
  return {
    ...present({ serviceAccountName: serviceAccount }),
    ...(imagePullSecrets && { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) }),
    ...(before.length > 0 && { initContainers: before }),
    containers: [mainContainer(settings, context, [...storage, ...config]), ...others],
    restartPolicy: 'Always',
    ...(volumes.length > 0 && { volumes }),
    ...pod,
  }
}

function storageMounts({ storage }: ComponentSettings): VolumeMount[] {
  if (storage === undefined) return []
  return [{ name: dataVolume, mountPath: storage.path ?? '/data', ...present({ subPath: storage.subPath }) }]
}

function configMounts({ config }: ComponentSettings, { component }: ComponentContext): VolumeMount[] {
  return config === undefined
    ? []
    : [{ name: configVolume, mountPath: config.path ?? `/etc/${component}`, readOnly: true }]
}

/** A StatefulSet creates its claims itself, so its data volume is not listed here. */
function volumesOf({ storage, config, workload }: ComponentSettings, context: ComponentContext): Volume[] {
  const volumes: Volume[] = []
  if (storage !== undefined && workload !== 'StatefulSet')
    volumes.push({ name: dataVolume, persistentVolumeClaim: { claimName: storage.claim ?? objectName(context) } })
  if (config !== undefined) {
    const name = 'files' in config ? objectName(context) : config['~preserved'].name
    volumes.push({ name: configVolume, configMap: { name } })
  }
  return volumes
}

/** Pods read their configuration at start-up: a change must roll them out. */
function configDigestOf({ config }: ComponentSettings, { configDigest }: ComponentContext): string | undefined {
  if (config === undefined) return undefined
  return 'files' in config ? digestOf(config.files) : configDigest
}
