/** Dynamic resource allocation: available devices, claims, and allocations. */
import type { ResourceClaim, ResourceClaimTemplate, ResourceSlice } from '@kubewright/kubernetes/resource/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid, required } from '../../status/field-error.ts'
import { isBlank, type Problems, requiredName, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { csiDriverProblems } from '../pod/volume-checks.ts'
import { ageOf } from '../table/cells.ts'

const asClaim = unvalidated<ResourceClaim>
const asTemplate = unvalidated<ResourceClaimTemplate>
const asSlice = unvalidated<ResourceSlice>

const aged: KindBehavior['cells'] = (object, nowMs) => [object.metadata.name, ageOf(object, nowMs)]

export const deviceClass: KindBehavior = { cells: aged }

type AnyClaimSpec = NonNullable<Unvalidated<ResourceClaim>['spec']>

function fillRequests({ devices }: AnyClaimSpec): void {
  for (const { exactly, firstAvailable } of devices?.requests ?? []) {
    for (const request of [...(exactly ? [exactly] : []), ...(firstAvailable ?? [])]) {
      request.allocationMode ||= 'ExactCount'
      if (request.allocationMode === 'ExactCount') request.count ||= 1
    }
  }
}

export const resourceClaim: KindBehavior = {
  fill: (object) => fillRequests((asClaim(object).spec ??= {})),
  validateUpdate: (object, old) => unchanged(object['spec'], old['spec'], 'spec'),
  cells: (object, nowMs) => [object.metadata.name, stateCell(object), ageOf(object, nowMs)],
}

function stateCell(object: Draft): string {
  const { status } = asClaim(object)
  const isGoing = object.metadata.deletionTimestamp !== undefined
  const given = status?.allocation === undefined ? (isGoing ? [] : ['pending']) : ['allocated']
  const isReserved = status?.allocation !== undefined && (status.reservedFor ?? []).length > 0
  return [...(isGoing ? ['deleted'] : []), ...given, ...(isReserved ? ['reserved'] : [])].join(',')
}

export const resourceClaimTemplate: KindBehavior = {
  fill(object) {
    const spec = (asTemplate(object).spec ??= {})
    fillRequests((spec.spec ??= {}))
  },
  validateUpdate: (object, old) => unchanged(object['spec'], old['spec'], 'spec'),
  cells: aged,
}

/** The fields that locate the devices of a slice; one of them must be set. */
const places = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'] as const

export const resourceSlice: KindBehavior = {
  *validate(object): Problems {
    const { driver, pool, nodeName } = asSlice(object).spec ?? {}
    yield* csiDriverProblems(driver, 'spec.driver')
    if (isBlank(pool?.name)) yield required('spec.pool.name')
    const slices = pool?.resourceSliceCount ?? 0
    if (slices <= 0) yield invalid('spec.pool.resourceSliceCount', slices, 'must be greater than zero')
    if (nodeName !== undefined) yield* requiredName('dns1123Subdomain', nodeName, 'spec.nodeName')
    if (!places.some((place) => asSlice(object).spec?.[place])) {
      yield required('spec', `exactly one of ${places.map((place) => `\`${place}\``).join(', ')} is required`)
    }
  },
  selectableFields: {
    'spec.nodeName': (object) => asSlice(object).spec?.nodeName ?? '',
    'spec.driver': (object) => asSlice(object).spec?.driver ?? '',
  },
  unknownFieldLabel: (field) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
  cells(object, nowMs) {
    const { nodeName = '', driver = '', pool } = asSlice(object).spec ?? {}
    return [object.metadata.name, nodeName, driver, pool?.name ?? '', ageOf(object, nowMs)]
  },
}
