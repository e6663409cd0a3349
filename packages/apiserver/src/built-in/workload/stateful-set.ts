/** StatefulSets, and the ControllerRevisions that they and DaemonSets create. */
import type {
  ControllerRevision,
  StatefulSet,
  StatefulSetSpec,
  StatefulSetStatus,
} from '@kubewright/kubernetes/apps/v1'
import { deepEqual } from '@kubewright/core/json'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required } from '../../status/field-error.ts'
import { amountOf, atMostAll, intOrPercent } from '../../validation/int-or-percent.ts'
import { matcherOf } from '../../validation/label-selector.ts'
import { each, isBlank, knownWord, named, nonNegative, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { fillTemplate } from '../pod/pod-defaults.ts'
import { templateWarnings } from '../pod/pod-warnings.ts'
import { claimProblems, fillClaimSpec } from '../storage/claim-checks.ts'
import { ageOf, containerCells, none, selectorText } from '../table/cells.ts'
import {
  type AnyTemplate,
  type CountRules,
  countProblems,
  neverLess,
  requiredSelector,
  runsForEver,
  selectedTemplate,
} from './template-fields.ts'

const as = unvalidated<StatefulSet>
type AnySpec = Unvalidated<StatefulSetSpec>

export const statefulSet: KindBehavior = {
  fill(object) {
    const it = as(object)
    const spec = (it.spec ??= {})
    fillTemplate((spec.template ??= {}))
    spec.podManagementPolicy ||= 'OrderedReady'
    fillUpdateStrategy(spec)
    const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {})
    retention.whenDeleted ||= 'Retain'
    retention.whenScaled ||= 'Retain'
    spec.replicas ??= 1
    spec.revisionHistoryLimit ??= 10
    for (const claim of spec.volumeClaimTemplates ?? []) fillClaimTemplate(claim)
    const status = (it.status ??= {})
    status.replicas ??= 0
    status.availableReplicas ??= 0
  },
  prepareForCreate: dropUnavailable,
  prepareForUpdate: dropUnavailable,
  validate: (object) => problems(object, true),
  *validateUpdate(object, old) {
    yield* problems(object, false)
    if (!deepEqual(withoutOpenFields(as(object).spec ?? {}), withoutOpenFields(as(old).spec ?? {}))) {
      yield forbidden('spec', closedText)
    }
  },
  status: {
    *validateUpdate(object, old) {
      const [now, before] = [as(object).status ?? {}, as(old).status ?? {}]
      yield* countProblems(now, counts)
      yield* neverLess(now.collisionCount, before.collisionCount, 'status.collisionCount')
    },
  },
  scale: { selectorText: (object) => selectorText(as(object).spec?.selector) },
  warnings: (object, old) =>
    templateWarnings(as(object).spec?.template?.spec ?? {}, 'spec.template.spec', [object, old]),
  cells(object, nowMs) {
    const { spec = {}, status = {} } = as(object)
    const ready = `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`
    return [object.metadata.name, ready, ageOf(object, nowMs), ...containerCells(spec.template?.spec?.containers)]
  },
}

/** Drops a field of a feature gate that is off by default. */
function dropUnavailable(object: Draft): void {
  delete as(object).spec?.updateStrategy?.rollingUpdate?.maxUnavailable
}

function fillUpdateStrategy(spec: AnySpec): void {
  const strategy = (spec.updateStrategy ??= {})
  if (isBlank(strategy.type)) {
    strategy.type = 'RollingUpdate'
    strategy.rollingUpdate ??= {}
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined) {
    strategy.rollingUpdate.partition ??= 0
  }
}

function fillClaimTemplate(claim: NonNullable<AnySpec['volumeClaimTemplates']>[number]): void {
  const written: { kind?: string | undefined; apiVersion?: string | undefined; status?: { phase?: string } } = claim
  written.kind ??= 'PersistentVolumeClaim'
  written.apiVersion ??= 'v1'
  fillClaimSpec((claim.spec ??= {}))
  const status = (written.status ??= {})
  status.phase ??= 'Pending'
}

const closedText =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"

function withoutOpenFields(spec: AnySpec): AnySpec {
  const {
    replicas: _replicas,
    ordinals: _ordinals,
    template: _template,
    updateStrategy: _updateStrategy,
    revisionHistoryLimit: _revisionHistoryLimit,
    persistentVolumeClaimRetentionPolicy: _policy,
    minReadySeconds: _minReadySeconds,
    ...closed
  } = spec
  return closed
}

const tooMany = 'cannot be greater than status.replicas'

const counts: CountRules<Unvalidated<StatefulSetStatus>> = {
  nonNegative: [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ],
  atMost: [
    ['readyReplicas', 'replicas', tooMany],
    ['currentReplicas', 'replicas', tooMany],
    ['updatedReplicas', 'replicas', tooMany],
    ['availableReplicas', 'replicas', tooMany],
    ['availableReplicas', 'readyReplicas', 'cannot be greater than status.readyReplicas'],
  ],
}

function* problems(object: Draft, isNew: boolean): Problems {
  const { spec = {} } = as(object)
  const { selector, template = {}, serviceName } = spec
  yield* policyProblems(spec)
  if (isNew) {
    for (const [claim, at] of each(spec.volumeClaimTemplates, 'spec.volumeClaimTemplates')) {
      yield* claimProblems(claim.spec ?? {}, `${at}.spec`)
    }
  }
  yield* nonNegative(spec.replicas, 'spec.replicas')
  yield* nonNegative(spec.minReadySeconds, 'spec.minReadySeconds')
  yield* nonNegative(spec.ordinals?.start, 'spec.ordinals.start')
  if (isNew && !isBlank(serviceName)) yield* named('dns1123Label', serviceName, 'spec.serviceName')
  yield* requiredSelector(selector, 'spec.selector', 'statefulset')
  if (matcherOf(selector) === undefined) yield invalid('spec.selector', selector, '')
  else yield* selectedTemplate(withClaims(spec, template), 'spec.template', selector)
  yield* runsForEver(template, 'spec.template', 'StatefulSet')
}

/** The template as its pods will have it: with every claim as a volume. */
function withClaims({ volumeClaimTemplates = [] }: AnySpec, template: AnyTemplate): AnyTemplate {
  const { hostname: _, subdomain: __, ...spec } = template.spec ?? {}
  const claims = volumeClaimTemplates.map(({ metadata }) => metadata?.name)
  const others = (spec.volumes ?? []).filter(({ name }) => !claims.includes(name))
  const volumes = claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }))
  return { ...template, spec: { ...spec, volumes: [...volumes, ...others] } }
}

function* policyProblems(spec: AnySpec): Problems {
  const { podManagementPolicy, updateStrategy = {}, persistentVolumeClaimRetentionPolicy: retention } = spec
  if (isBlank(podManagementPolicy)) yield required('spec.podManagementPolicy')
  else if (!['OrderedReady', 'Parallel'].includes(podManagementPolicy)) {
    yield invalid('spec.podManagementPolicy', podManagementPolicy, "must be 'OrderedReady' or 'Parallel'")
  }
  yield* strategyProblems(updateStrategy)
  for (const when of ['whenDeleted', 'whenScaled'] as const) {
    yield* knownWord(retention?.[when], `spec.persistentVolumeClaimRetentionPolicy.${when}`, ['Retain', 'Delete'])
  }
}

function* strategyProblems({ type, rollingUpdate }: NonNullable<AnySpec['updateStrategy']>): Problems {
  const path = 'spec.updateStrategy'
  const shown = { Partition: rollingUpdate?.partition ?? 0, MaxUnavailable: rollingUpdate?.maxUnavailable ?? null }
  if (isBlank(type)) yield required(path)
  else if (type === 'OnDelete') {
    if (rollingUpdate !== undefined) {
      yield invalid(`${path}.rollingUpdate`, shown, "only allowed for updateStrategy 'RollingUpdate'")
    }
  } else if (type !== 'RollingUpdate') {
    const strategy = { Type: type, RollingUpdate: rollingUpdate === undefined ? null : shown }
    yield invalid(path, strategy, "must be 'RollingUpdate' or 'OnDelete'")
  } else if (rollingUpdate !== undefined) yield* rollingProblems(rollingUpdate, `${path}.rollingUpdate`)
}

function* rollingProblems(
  { partition, maxUnavailable }: NonNullable<NonNullable<AnySpec['updateStrategy']>['rollingUpdate']>,
  path: string,
): Problems {
  yield* nonNegative(partition, `${path}.partition`)
  if (maxUnavailable === undefined) return
  yield* intOrPercent(maxUnavailable, `${path}.maxUnavailable`)
  if (amountOf(maxUnavailable) === 0) yield invalid(`${path}.maxUnavailable`, maxUnavailable, 'cannot be 0')
  yield* atMostAll(maxUnavailable, `${path}.maxUnavailable`)
}

const asRevision = unvalidated<ControllerRevision>

export const controllerRevision: KindBehavior = {
  *validate(object) {
    yield* nonNegative(asRevision(object).revision, 'revision')
    const { data } = object
    if (data === undefined || data === null) yield required('data', 'data is mandatory')
    else if (typeof data !== 'object' || Array.isArray(data)) yield required('data', 'data must be a valid JSON object')
  },
  *validateUpdate(object, old) {
    yield* nonNegative(asRevision(object).revision, 'revision')
    yield* unchanged(object['data'], old['data'], 'data')
  },
  cells(object, nowMs) {
    const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true)
    const [, group = ''] = /^(.*)\/[^/]*$/.exec(owner?.apiVersion ?? '') ?? []
    const kind = `${owner?.kind.toLowerCase()}${group === '' ? '' : `.${group}`}`
    const shown = owner === undefined ? none : `${kind}/${owner.name}`
    return [object.metadata.name, shown, asRevision(object).revision ?? 0, ageOf(object, nowMs)]
  },
}
