/** The files of volumes whose contents come from the API. Pure. */
import type {
  Container,
  Pod,
  ServiceAccountTokenProjection,
  Volume,
  VolumeProjection,
} from '@kubewright/kubernetes/core/v1'
import { decoded, MissingReference, type References } from './container-variables.ts'
import { fieldValue, type PodPlace, resourceValue } from './field-reference.ts'

export interface VolumeFile {
  /** Relative to the volume. */
  readonly path: string
  readonly content: Buffer
  readonly mode: number
}

export interface VolumeContext {
  readonly pod: Pod
  readonly place: PodPlace
  readonly references: References
  /** Tokens of the pod's service account, by their projections in the pod. */
  readonly tokens: ReadonlyMap<ServiceAccountTokenProjection, string>
}

const defaultMode = 0o644

interface Item {
  readonly key: string
  readonly path: string
  readonly mode?: number | undefined
}

/**
 * `undefined` for a volume whose contents do not come from the API.
 *
 * Failure: throws `MissingReference`.
 */
export function volumeFiles(volume: Volume, context: VolumeContext): readonly VolumeFile[] | undefined {
  const { configMap, secret, downwardAPI, projected } = volume
  if (configMap !== undefined) return projection({ configMap }, configMap.defaultMode, context)
  if (secret !== undefined) {
    const { secretName, ...rest } = secret
    return projection(
      { secret: { ...rest, ...(secretName === undefined ? {} : { name: secretName }) } },
      secret.defaultMode,
      context,
    )
  }
  if (downwardAPI !== undefined) return projection({ downwardAPI }, downwardAPI.defaultMode, context)
  if (projected === undefined) return undefined
  return (projected.sources ?? []).flatMap((source) => projection(source, projected.defaultMode, context))
}

function projection(source: VolumeProjection, mode = defaultMode, context: VolumeContext): readonly VolumeFile[] {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source
  if (configMap !== undefined) return picked('configmap', configMap, configData(configMap.name, context), mode)
  if (secret !== undefined) return picked('secret', secret, secretData(secret.name, context), mode)
  if (downwardAPI !== undefined)
    return (downwardAPI.items ?? []).map(({ path, fieldRef, resourceFieldRef, mode: own }) => {
      const container = (context.pod.spec.containers ?? []).find(
        ({ name }) => name === resourceFieldRef?.containerName,
      ) as Container | undefined
      const value =
        fieldRef === undefined
          ? resourceFieldRef && container && resourceValue(resourceFieldRef, container)
          : fieldValue(fieldRef.fieldPath, context.pod, context.place)
      return { path, content: Buffer.from(value ?? ''), mode: own ?? mode }
    })
  if (serviceAccountToken !== undefined) {
    const token = context.tokens.get(serviceAccountToken)
    if (token === undefined) throw new MissingReference('the token of the service account could not be made')
    return [{ path: serviceAccountToken.path, content: Buffer.from(token), mode: 0o600 }]
  }
  throw new MissingReference(`volumes cannot be made from ${Object.keys(source).join(', ')} here`)
}

interface Picking {
  readonly name?: string | undefined
  readonly items?: readonly Item[] | undefined
  readonly optional?: boolean | undefined
}

type Data = ReadonlyMap<string, Buffer>

/** All keys, or the listed ones under their given paths. */
function picked(
  kind: string,
  { name, items, optional }: Picking,
  data: Data | undefined,
  mode: number,
): readonly VolumeFile[] {
  if (data === undefined && optional === true) return []
  if (data === undefined) throw new MissingReference(`${kind} "${name}" not found`)
  const wanted = items ?? [...data.keys()].map((key): Item => ({ key, path: key }))
  return wanted.flatMap(({ key, path, mode: own }) => {
    const content = data.get(key)
    if (content !== undefined) return [{ path, content, mode: own ?? mode }]
    if (optional === true) return []
    throw new MissingReference(`references non-existent ${kind} key: ${key}`)
  })
}

function configData(name: string | undefined, { references }: VolumeContext): Data | undefined {
  const map = references.configMaps.get(name ?? '')
  if (map === undefined) return undefined
  const texts = Object.entries(map.data ?? {}).map(([key, text]) => [key, Buffer.from(text)] as const)
  const bytes = Object.entries(map.binaryData ?? {}).map(([key, text]) => [key, decoded(text)] as const)
  return new Map([...texts, ...bytes])
}

function secretData(name: string | undefined, { references }: VolumeContext): Data | undefined {
  const secret = references.secrets.get(name ?? '')
  if (secret === undefined) return undefined
  return new Map(Object.entries(secret.data ?? {}).map(([key, text]) => [key, decoded(text)] as const))
}

/** The names of ConfigMaps and Secrets that the containers and volumes of a pod refer to. */
export function referencesOf({ spec }: Pod): {
  readonly configMaps: readonly string[]
  readonly secrets: readonly string[]
} {
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])]
  const variables = containers.flatMap(({ env = [], envFrom = [] }) => [
    ...env.map(({ valueFrom }) => ({ map: valueFrom?.configMapKeyRef?.name, secret: valueFrom?.secretKeyRef?.name })),
    ...envFrom.map(({ configMapRef, secretRef }) => ({ map: configMapRef?.name, secret: secretRef?.name })),
  ])
  const volumes = (spec.volumes ?? []).flatMap(({ configMap, secret, projected }) => [
    { map: configMap?.name, secret: secret?.secretName },
    ...(projected?.sources ?? []).map((source) => ({ map: source.configMap?.name, secret: source.secret?.name })),
  ])
  const all = [...variables, ...volumes]
  return {
    configMaps: [...new Set(all.flatMap(({ map }) => map ?? []))],
    secrets: [...new Set(all.flatMap(({ secret }) => secret ?? []))],
  }
}
