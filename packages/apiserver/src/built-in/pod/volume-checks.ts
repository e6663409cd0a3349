/** Validation of volumes. */
import type {
  DownwardAPIVolumeFile,
  KeyToPath,
  ProjectedVolumeSource,
  Volume,
  VolumeProjection,
} from '@kubewright/kubernetes/core/v1'
import { compareQuantities } from '@kubewright/core/quantities'
import { labelErrors } from '../../object/meta-rules.ts'
import { forbidden, invalid, required, tooLong, unsupported } from '../../status/field-error.ts'
import { labelsOf } from '../../validation/label-selector.ts'
import { fileMode, localPath, withoutBacksteps } from '../../validation/path.ts'
import {
  bytesIn,
  duplicate,
  each,
  isBlank,
  named,
  present,
  type Problems,
  requiredName,
} from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { claimProblems } from '../storage/claim-checks.ts'
import { fieldRefProblems, fileFields, resourceRefProblems } from './env-checks.ts'

type AnyVolume = Unvalidated<Volume>
type Source = Exclude<keyof Volume, 'name'>

/** Yields the problems of a pod's volumes; returns the valid volumes by name. */
export function* volumeProblems(
  volumes: readonly AnyVolume[] | undefined,
  path: string,
  podName: string | undefined,
): Generator<ReturnType<typeof required>, ReadonlyMap<string, AnyVolume>> {
  const good = new Map<string, AnyVolume>()
  const created = new Set((volumes ?? []).filter(({ ephemeral }) => ephemeral).map(({ name }) => `${podName}-${name}`))
  for (const [volume, at] of each(volumes, path)) {
    const problems = [...oneVolumeProblems(volume, at)]
    if (good.has(volume.name ?? '')) problems.push(duplicate(`${at}.name`, volume.name))
    yield* problems
    if (problems.length === 0) good.set(volume.name ?? '', volume)
    const claim = volume.persistentVolumeClaim?.claimName
    if (claim !== undefined && podName !== undefined && created.has(claim)) {
      const problem = 'must not reference a PVC that gets created for an ephemeral volume'
      yield invalid(`${at}.persistentVolumeClaim.claimName`, claim, problem)
    }
  }
  return good
}

function* oneVolumeProblems(volume: AnyVolume, path: string): Problems {
  const given = sources.filter((source) => volume[source] !== undefined)
  for (const [at, source] of given.entries()) {
    const check = checks[source]
    if (at > 0) yield forbidden(`${path}.${misspelled[source] ?? source}`, 'may not specify more than 1 volume type')
    else if (check !== undefined) yield* check(volume, `${path}.${source}`)
  }
  if (given.length === 0) yield required(path, 'must specify a volume type')
  yield* requiredName('dns1123Label', volume.name, `${path}.name`)
}

/** The server spells these two sources differently in its message about multiple sources. */
const misspelled: Partial<Record<Source, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' }

/** In the order in which the server checks them. */
const sources: readonly Source[] = [
  ...([
    'emptyDir',
    'hostPath',
    'gitRepo',
    'gcePersistentDisk',
    'awsElasticBlockStore',
    'secret',
    'nfs',
    'iscsi',
  ] as const),
  ...([
    'glusterfs',
    'flocker',
    'persistentVolumeClaim',
    'rbd',
    'cinder',
    'cephfs',
    'quobyte',
    'downwardAPI',
    'fc',
  ] as const),
  ...(['flexVolume', 'configMap', 'azureFile', 'vsphereVolume', 'photonPersistentDisk', 'portworxVolume'] as const),
  ...(['azureDisk', 'storageos', 'projected', 'scaleIO', 'csi', 'ephemeral', 'image'] as const),
]

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

/** Validation by volume source. Sources of retired drivers are not validated. */
const checks: Partial<Record<Source, (volume: AnyVolume, path: string) => Problems>> = {
  *emptyDir({ emptyDir }, path) {
    const limit = emptyDir?.sizeLimit
    if (limit !== undefined && compareQuantities(limit, 0) < 0) {
      yield forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')
    }
  },
  *hostPath({ hostPath = {} }, path) {
    if (isBlank(hostPath.path)) return yield required(`${path}.path`)
    yield* withoutBacksteps(hostPath.path, `${path}.path`)
    if (!hostPathTypes.includes(hostPath.type ?? '')) yield unsupported(`${path}.type`, hostPath.type, hostPathTypes)
  },
  *secret({ secret }, path) {
    yield* present(secret?.secretName, `${path}.secretName`)
    yield* fileMode(secret?.defaultMode, `${path}.defaultMode`)
    for (const [item, at] of each(secret?.items, `${path}.items`)) yield* keyToPathProblems(item, at)
  },
  *nfs({ nfs }, path) {
    yield* present(nfs?.server, `${path}.server`)
    yield* present(nfs?.path, `${path}.path`)
    if (!nfs?.path?.startsWith('/')) yield invalid(`${path}.path`, nfs?.path ?? '', 'must be an absolute path')
  },
  persistentVolumeClaim: ({ persistentVolumeClaim }, path) =>
    present(persistentVolumeClaim?.claimName, `${path}.claimName`),
  *downwardAPI({ downwardAPI }, path) {
    yield* fileMode(downwardAPI?.defaultMode, `${path}.defaultMode`)
    for (const item of downwardAPI?.items ?? []) yield* downwardFileProblems(item, path)
  },
  *configMap({ configMap }, path) {
    yield* present(configMap?.name, `${path}.name`)
    yield* fileMode(configMap?.defaultMode, `${path}.defaultMode`)
    for (const [item, at] of each(configMap?.items, `${path}.items`)) yield* keyToPathProblems(item, at)
  },
  *projected({ projected = {} }, path) {
    yield* fileMode(projected.defaultMode, `${path}.defaultMode`)
    yield* projectionProblems(projected, path)
  },
  csi: ({ csi }, path) => csiDriverProblems(csi?.driver, `${path}.driver`),
  *ephemeral({ ephemeral }, path) {
    const template = ephemeral?.volumeClaimTemplate
    if (template === undefined) return yield required(`${path}.volumeClaimTemplate`)
    yield* labelErrors(labelsOf(template.metadata?.labels), `${path}.volumeClaimTemplate.metadata.labels`)
    yield* claimProblems(template.spec ?? {}, `${path}.volumeClaimTemplate.spec`)
  },
  *image({ image }, path) {
    yield* present(image?.reference, `${path}.reference`)
    if (!['Always', 'IfNotPresent', 'Never'].includes(image?.pullPolicy ?? '')) {
      yield unsupported(`${path}.pullPolicy`, image?.pullPolicy ?? '', ['Always', 'IfNotPresent', 'Never'])
    }
  },
}

export function* csiDriverProblems(driver: string | undefined, path: string): Problems {
  if (isBlank(driver)) return yield required(path)
  if (bytesIn(driver) > 63) yield tooLong(path, 63)
  for (const { field, body, cause } of named('dns1123Subdomain', driver.toLowerCase(), path)) {
    yield { field, cause, body: body.replace(JSON.stringify(driver.toLowerCase()), JSON.stringify(driver)) }
  }
}

function* keyToPathProblems(item: Unvalidated<KeyToPath>, path: string): Problems {
  yield* present(item.key, `${path}.key`)
  yield* present(item.path, `${path}.path`)
  yield* localPath(item.path ?? '', `${path}.path`)
  yield* fileMode(item.mode, `${path}.mode`)
}

function* downwardFileProblems(file: Unvalidated<DownwardAPIVolumeFile>, path: string): Problems {
  yield* present(file.path, `${path}.path`)
  yield* localPath(file.path ?? '', `${path}.path`)
  if (file.fieldRef) {
    yield* fieldRefProblems(file.fieldRef, fileFields, `${path}.fieldRef`)
    if (file.resourceFieldRef) {
      yield invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')
    }
  } else if (file.resourceFieldRef) yield* resourceRefProblems(file.resourceFieldRef, `${path}.resourceFieldRef`, true)
  else yield required(path, 'one of fieldRef and resourceFieldRef is required')
  yield* fileMode(file.mode, `${path}.mode`)
}

type Projection = Unvalidated<VolumeProjection>

function* projectionProblems(projected: Unvalidated<ProjectedVolumeSource>, path: string): Problems {
  const paths = new Set<string>()
  for (const [source, at] of each(projected.sources, `${path}.sources`)) {
    yield* keyedProjectionProblems(source, at, { path, paths })
    for (const file of source.downwardAPI?.items ?? []) {
      yield* downwardFileProblems(file, `${at}.downwardAPI`)
      yield* takenPath(file.path, file.path, { path, paths })
    }
    if (source.serviceAccountToken) yield* tokenProblems(source.serviceAccountToken, path, at)
    const count = Object.values(source).filter((value) => value !== undefined).length
    if (count > 1) yield forbidden(at, 'may not specify more than 1 volume type per source')
  }
}

interface Taken {
  readonly path: string
  readonly paths: Set<string>
}

function* keyedProjectionProblems(source: Projection, path: string, taken: Taken): Problems {
  for (const kind of ['secret', 'configMap'] as const) {
    const projection = source[kind]
    if (projection === undefined) continue
    yield* present(projection.name, `${path}.${kind}.name`)
    for (const [item, at] of each(projection.items, `${path}.${kind}.items`)) {
      yield* keyToPathProblems(item, at)
      yield* takenPath(item.path, projection.name, taken)
    }
  }
}

function* takenPath(file: string | undefined, shown: string | undefined, { path, paths }: Taken): Problems {
  if (isBlank(file)) return
  if (paths.has(file)) yield invalid(path, shown ?? '', 'conflicting duplicate paths')
  paths.add(file)
}

function* tokenProblems(token: NonNullable<Projection['serviceAccountToken']>, path: string, at: string): Problems {
  const seconds = token.expirationSeconds ?? 0
  const field = `${at}.serviceAccountToken.expirationSeconds`
  if (seconds < 600) yield invalid(field, seconds, 'may not specify a duration less than 10 minutes')
  if (seconds > 2 ** 32) yield invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')
  if (isBlank(token.path)) yield required(`${path}.path`)
  else yield* localPath(token.path, `${path}.path`)
}
