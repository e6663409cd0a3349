/**
 * The objects of a component, from its declaration and its context alone.
 *
 * Guarantees: deterministic; arguments are not modified; names and selectors depend only on the names of the stack and the component, so
 * that no setting can change an immutable selector.
 */
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import type { AuthoredMeta } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { type Manifest, manifest } from '@kubewright/resource'
import type { Component } from '../component.ts'
import { mergeMaps, withDefaults } from '../defaults.ts'
import { versionAnnotation } from '../names.ts'
import type { ComponentSettings, GeneratedValue } from '../settings.ts'
import { claim } from './claim.ts'
import { type ComponentContext, metadataOf, objectName } from './component-context.ts'
import { digestOf } from './digest.ts'
import { exposure } from './exposure.ts'
import { disruptionBudget, networkPolicy, portsByName, service } from './service.ts'
import { replicasOf, workload } from './workload.ts'

/** The objects of a component by role. A kept claim is created but not owned, so that it outlives the stack. */
export type ComponentPart =
  | 'workload'
  | 'service'
  | 'exposure'
  | 'keptSecret'
  | 'secret'
  | 'config'
  | 'claim'
  | 'keptClaim'
  | 'disruptionBudget'
  | 'networkPolicy'

/** An object of a component, of any kind. */
export interface PartManifest extends Manifest {
  readonly object: { readonly metadata: AuthoredMeta & { readonly name: string } }
}

/** Absent parts are omitted. */
export type ComponentObjects = { readonly [Part in ComponentPart]?: PartManifest }

/**
 * The objects of a component.
 *
 * @example
 * ```ts
 * const api = component({ image: 'api:1', port: 8080 })
 * const { workload, service } = objectsOf(api, { stack: 'shop', namespace: 'default', component: 'api' })
 * workload?.resource.kind // => 'Deployment'
 * service?.object.metadata.name // => 'shop-api'
 * ```
 */
export function objectsOf(component: Component, context: ComponentContext): ComponentObjects {
  const objects = plainObjects(component, context)
  const { workload } = objects
  if (workload === undefined || context.version === undefined) return objects
  const annotations = mergeMaps(workload.object.metadata.annotations, { [versionAnnotation]: context.version })
  const object = { ...workload.object, metadata: { ...workload.object.metadata, annotations } }
  return { ...objects, workload: { ...workload, object } }
}

function plainObjects(component: Component, context: ComponentContext): ComponentObjects {
  switch (component.type) {
    case 'workload':
      return workloadObjects(withDefaults(component.settings, context.defaults), context)
    case 'volume':
      return component.storage.size === undefined
        ? {}
        : { workload: claim(component.storage, context, context.defaults?.labels) as PartManifest }
    case 'cascade':
      return { workload: component.manifest as PartManifest }
  }
}

function workloadObjects(settings: ComponentSettings, context: ComponentContext): ComponentObjects {
  const { storage, config, expose, secrets = {}, network, minAvailable } = settings
  const hasClaim = storage?.size !== undefined && settings.workload !== 'StatefulSet'
  const hasBudget = minAvailable !== undefined || replicasOf(settings, context) > 1
  const parts = {
    keptSecret: keptSecret(settings, context),
    secret: Object.keys(secrets).length > 0 && secret(settings, context),
    config: config !== undefined && 'files' in config && configMap(settings, config.files, context),
    [storage?.onDelete === 'keep' ? 'keptClaim' : 'claim']: hasClaim && claim(storage, context, settings.labels),
    service: portsByName(settings, context).length > 0 && service(settings, context),
    exposure: Boolean(expose) && exposure(settings, context),
    disruptionBudget: hasBudget && disruptionBudget(settings, context),
    networkPolicy: network === 'needed' && networkPolicy(settings, context),
    workload: workload(settings, context),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part)) as ComponentObjects
}

/** Nothing while a generated value is missing: a Secret is never applied incomplete. */
function secret(settings: ComponentSettings, context: ComponentContext) {
  const values = Object.entries(settings.secrets ?? {}).map(
    ([key, value]) => [key, typeof value === 'string' ? value : getOwn(context.generated, key)] as const,
  )
  if (values.some(([, value]) => value === undefined)) return undefined
  const data = Object.fromEntries(values.map(([key, value]) => [key, encoded(value!)]))
  return manifest(Secret, { metadata: metadataOf(context, settings), type: 'Opaque', data })
}

/** Generated values by key. */
export function generatedIn({ secrets = {} }: ComponentSettings): Readonly<Record<string, GeneratedValue>> {
  const entries = Object.entries(secrets)
  return Object.fromEntries(entries.filter((entry): entry is [string, GeneratedValue] => typeof entry[1] !== 'string'))
}

/** The name of the copy of generated values. An immutable Secret cannot get new keys, so each set of keys has its own. */
export function keptSecretName(settings: ComponentSettings, context: ComponentContext): string {
  return `${objectName(context)}-kept-${digestOf(Object.keys(generatedIn(settings)).toSorted()).slice(0, 6)}`
}

function keptSecret(settings: ComponentSettings, context: ComponentContext) {
  const keys = Object.keys(generatedIn(settings))
  if (keys.length === 0 || keys.some((key) => getOwn(context.generated, key) === undefined)) return undefined
  const data = Object.fromEntries(keys.map((key) => [key, encoded(context.generated![key]!)]))
  const metadata = metadataOf(context, settings, keptSecretName(settings, context))
  return manifest(Secret, { metadata, type: 'Opaque', immutable: true, data })
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64')
}

function configMap(settings: ComponentSettings, files: Readonly<Record<string, string>>, context: ComponentContext) {
  return manifest(ConfigMap, { metadata: metadataOf(context, settings), data: files })
}
