/** StorageClasses, and the kinds that CSI drivers register. */
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '@kubewright/kubernetes/storage/v1'
import { deepEqual } from '@kubewright/core/json'
import { parseQuantity } from '@kubewright/core/quantities'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, tooLong, unsupported } from '../../status/field-error.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import {
  bytesIn,
  duplicate,
  each,
  isBlank,
  knownWord,
  named,
  nonNegative,
  type Problems,
  unchanged,
} from '../../validation/problems.ts'
import { nonNegativeAmount } from '../../validation/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { csiDriverProblems } from '../pod/volume-checks.ts'
import { ageOf, none, unset } from '../table/cells.ts'

const asClass = unvalidated<StorageClass>
const asAttributes = unvalidated<VolumeAttributesClass>

export const storageClass: KindBehavior = {
  fill(object) {
    const it = asClass(object)
    it.reclaimPolicy ??= 'Delete'
    it.volumeBindingMode ??= 'Immediate'
  },
  *validate(object) {
    const { provisioner, parameters, reclaimPolicy, volumeBindingMode, allowedTopologies } = asClass(object)
    yield* providerProblems(provisioner, 'provisioner')
    yield* parameterProblems(parameters)
    yield* knownWord(reclaimPolicy, 'reclaimPolicy', ['Delete', 'Retain'])
    yield* knownWord(volumeBindingMode, 'volumeBindingMode', ['Immediate', 'WaitForFirstConsumer'])
    for (const [{ matchLabelExpressions }, at] of each(allowedTopologies, 'allowedTopologies')) {
      for (const [{ key = '', values = [] }, place] of each(matchLabelExpressions, `${at}.matchLabelExpressions`)) {
        if (values.length === 0) yield required(`${place}.values`)
        yield* named('qualifiedName', key, `${place}.key`)
      }
    }
  },
  *validateUpdate(object, old) {
    for (const field of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
      yield* unchanged(object[field], old[field], field)
    }
  },
  cells(object, nowMs) {
    const { provisioner = '', reclaimPolicy, volumeBindingMode, allowVolumeExpansion = false } = asClass(object)
    const annotations = object.metadata.annotations ?? {}
    const isDefault = ['storageclass.kubernetes.io', 'storageclass.beta.kubernetes.io'].some(
      (domain) => annotations[`${domain}/is-default-class`] === 'true',
    )
    return [
      `${object.metadata.name}${isDefault ? ' (default)' : ''}`,
      provisioner,
      reclaimPolicy ?? 'Delete',
      volumeBindingMode ?? 'Immediate',
      allowVolumeExpansion,
      ageOf(object, nowMs),
    ]
  },
}

function* providerProblems(name: string | undefined, path: string): Problems {
  if (isBlank(name)) yield required(path)
  else yield* named('qualifiedName', name.toLowerCase(), path)
}

function* parameterProblems(parameters: Unvalidated<Record<string, string>> = {}): Problems {
  const entries = Object.entries(parameters)
  if (entries.length > 512) return yield tooLong('parameters', 512)
  for (const [key] of entries) if (key === '') yield invalid('parameters', key, 'field can not be empty.')
  const size = entries.reduce((sum, [key, value = '']) => sum + bytesIn(key) + bytesIn(value), 0)
  if (size > 256 * 1_024) yield tooLong('parameters', 256 * 1_024)
}

export const volumeAttributesClass: KindBehavior = {
  validate: attributesProblems,
  *validateUpdate(object, old) {
    const [now, before] = [asAttributes(object), asAttributes(old)]
    if (now.driverName !== before.driverName) yield forbidden('driverName', 'updates to driverName are forbidden.')
    if (!deepEqual(now.parameters, before.parameters)) {
      yield forbidden('parameters', 'updates to parameters are forbidden.')
    }
    yield* attributesProblems(object)
  },
  cells: (object, nowMs) => [object.metadata.name, asAttributes(object).driverName ?? '', ageOf(object, nowMs)],
}

function* attributesProblems(object: Draft): Problems {
  const { driverName, parameters } = asAttributes(object)
  yield* providerProblems(driverName, 'driverName')
  yield* parameterProblems(parameters)
  if (Object.keys(parameters ?? {}).length === 0)
    yield required('parameters', 'must contain at least one key/value pair')
}

const asDriver = unvalidated<CSIDriver>

export const csiDriver: KindBehavior = {
  fill(object) {
    const spec = (asDriver(object).spec ??= {})
    spec.attachRequired ??= true
    spec.podInfoOnMount ??= false
    spec.storageCapacity ??= false
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
    if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
    spec.requiresRepublish ??= false
    spec.seLinuxMount ??= false
  },
  prepareForUpdate(object, old) {
    // The generation starts unset and counts from the first change.
    const { generation = 0 } = old.metadata
    if (!deepEqual(object['spec'], old['spec'])) object.metadata.generation = generation + 1
  },
  validate: driverProblems,
  *validateUpdate(object, old) {
    yield* driverProblems(object)
    const [now, before] = [asDriver(object).spec ?? {}, asDriver(old).spec ?? {}]
    yield* unchanged(now.attachRequired, before.attachRequired, 'spec.attachedRequired')
    yield* unchanged(now.volumeLifecycleModes, before.volumeLifecycleModes, 'spec.volumeLifecycleModes')
  },
  cells(object, nowMs) {
    const { spec = {} } = asDriver(object)
    const audiences = spec.tokenRequests?.map(({ audience = '' }) => audience).join(',')
    return [
      object.metadata.name,
      spec.attachRequired ?? true,
      spec.podInfoOnMount ?? false,
      spec.storageCapacity ?? false,
      audiences ?? unset,
      spec.requiresRepublish ?? false,
      (spec.volumeLifecycleModes ?? []).join(',') || none,
      ageOf(object, nowMs),
    ]
  },
}

const lifecycles = ['Persistent', 'Ephemeral']

function* driverProblems(object: Draft): Problems {
  const { fsGroupPolicy, tokenRequests, volumeLifecycleModes, nodeAllocatableUpdatePeriodSeconds } =
    asDriver(object).spec ?? {}
  yield* knownWord(fsGroupPolicy, 'spec.fsGroupPolicy', ['File', 'None', 'ReadWriteOnceWithFSType'])
  const seen = new Set<string>()
  for (const [{ audience = '', expirationSeconds: seconds }, at] of each(tokenRequests, 'spec.tokenRequests')) {
    if (seen.has(audience)) yield duplicate(`${at}.audience`, audience)
    else if (seconds !== undefined && seconds < 600) {
      yield invalid(`${at}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes')
    }
    seen.add(audience)
  }
  for (const mode of volumeLifecycleModes ?? []) {
    if (!lifecycles.includes(mode)) yield unsupported('spec.volumeLifecycleModes', mode, lifecycles)
  }
  if (nodeAllocatableUpdatePeriodSeconds !== undefined && nodeAllocatableUpdatePeriodSeconds < 10) {
    const problem = 'must be greater than or equal to 10 seconds'
    yield invalid('spec.nodeAllocatableUpdatePeriodSeconds', nodeAllocatableUpdatePeriodSeconds, problem)
  }
}

const asNode = unvalidated<CSINode>

export const csiNode: KindBehavior = {
  *validate(object) {
    const names = new Set<string>()
    for (const [driver, at] of each(asNode(object).spec?.drivers ?? [], 'spec.drivers')) {
      const { name, nodeID, allocatable, topologyKeys } = driver
      yield* csiDriverProblems(name, `${at}.name`)
      if (isBlank(nodeID)) yield required(`${at}.nodeID`)
      else if (bytesIn(nodeID) > 192) yield invalid(`${at}.nodeID`, nodeID, 'must be 192 characters or less')
      yield* nonNegative(allocatable?.count, `${at}.allocatable.count`)
      if (names.has(name ?? '')) yield duplicate(`${at}.name`, name ?? '')
      names.add(name ?? '')
      for (const key of topologyKeys ?? []) yield* named('qualifiedName', key, at)
    }
  },
  cells: (object, nowMs) => [object.metadata.name, (asNode(object).spec?.drivers ?? []).length, ageOf(object, nowMs)],
}

const asCapacity = unvalidated<CSIStorageCapacity>

export const csiStorageCapacity: KindBehavior = {
  *validate(object) {
    const { nodeTopology, storageClassName = '', capacity } = asCapacity(object)
    yield* selectorProblems(nodeTopology, 'nodeTopology')
    yield* named('dns1123Subdomain', storageClassName, 'storageClassName')
    if (capacity !== undefined) yield* nonNegativeAmount(parseQuantity(capacity), 'capacity')
  },
  *validateUpdate(object, old) {
    yield* unchanged(object['nodeTopology'], old['nodeTopology'], 'nodeTopology')
    yield* unchanged(object['storageClassName'], old['storageClassName'], 'storageClassName')
  },
}

const asAttachment = unvalidated<VolumeAttachment>

export const volumeAttachment: KindBehavior = {
  fill(object) {
    const status = (asAttachment(object).status ??= {})
    status.attached ??= false
  },
  validate: attachmentProblems,
  *validateUpdate(object, old) {
    yield* attachmentProblems(object)
    const [spec, before] = [asAttachment(object).spec, asAttachment(old).spec]
    if (!deepEqual(spec, before)) yield invalid('spec', attachmentForm(spec ?? {}), 'field is immutable')
  },
  cells(object, nowMs) {
    const { spec = {}, status } = asAttachment(object)
    const { attacher = '', source, nodeName = '' } = spec
    const volume = source?.persistentVolumeName ?? ''
    return [object.metadata.name, attacher, volume, nodeName, status?.attached ?? false, ageOf(object, nowMs)]
  },
}

/** Messages show the server's internal type. */
function attachmentForm({
  attacher = '',
  source = {},
  nodeName = '',
}: NonNullable<Unvalidated<VolumeAttachment>['spec']>) {
  const { persistentVolumeName = null, inlineVolumeSpec = null } = source
  const shown = { PersistentVolumeName: persistentVolumeName, InlineVolumeSpec: inlineVolumeSpec }
  return { Attacher: attacher, Source: shown, NodeName: nodeName }
}

const oneSource = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

function* attachmentProblems(object: Draft): Problems {
  const { attacher, source = {}, nodeName = '' } = asAttachment(object).spec ?? {}
  const { inlineVolumeSpec, persistentVolumeName } = source
  yield* csiDriverProblems(attacher, 'spec.attacher')
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined) yield required('spec.source', oneSource)
  else if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined)
    yield forbidden('spec.source', oneSource)
  else if (persistentVolumeName === '') {
    yield required('spec.source.persistentVolumeName', 'must specify non empty persistentVolumeName')
  }
  yield* named('dns1123Subdomain', nodeName, 'spec.nodeName')
  if (!isBlank(persistentVolumeName)) {
    yield* named('dns1123Subdomain', persistentVolumeName, 'spec.source.persistentVolumeName')
  }
}
