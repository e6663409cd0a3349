/** Pods: defaults, validation, updates and table cells. */
import type { Pod, PodTemplate } from '@kubewright/kubernetes/core/v1'
import type { Draft } from '../../object/draft.ts'
import { forbidden } from '../../status/field-error.ts'
import { each, isBlank, type Problems } from '../../validation/problems.ts'
import { countGeneration, keepField } from '../built-in-strategy.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { trimmedImage } from './container-checks.ts'
import { writeLabelKeys } from './label-keys.ts'
import { podCells, podTemplateCells } from './pod-cells.ts'
import { fillPod, fillTemplate } from './pod-defaults.ts'
import { podSpecProblems, templateProblems } from './pod-spec-checks.ts'
import { podHandlers } from './pod-subresources.ts'
import { ephemeralUpdateProblems, podStatusProblems, podUpdateProblems, resizeProblems } from './pod-update-checks.ts'
import { moveProfiles, profileWarnings } from './profile-annotations.ts'
import { podNameWarnings, podSpecWarnings, templateWarnings } from './pod-warnings.ts'
import { qualityOf } from './quality-of-service.ts'

const asPod = unvalidated<Pod>

export const pod: KindBehavior = {
  fill: (object) => fillPod(asPod(object)),
  prepareForCreate(object) {
    const it = asPod(object)
    it.status = { phase: 'Pending', qosClass: qualityOf(it.spec ?? {}) }
    if ((it.spec?.schedulingGates ?? []).length > 0) it.status.conditions = [gatedCondition(object)]
    writeLabelKeys(it)
    moveProfiles(it)
  },
  *validate(object) {
    yield* specProblems(object)
    const { spec = {} } = asPod(object)
    if ((spec.ephemeralContainers ?? []).length > 0) {
      yield forbidden('spec.ephemeralContainers', 'cannot be set on create')
    }
    if (!isBlank(spec.nodeName) && (spec.schedulingGates ?? []).length > 0) {
      yield forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
    }
  },
  *validateUpdate(object, old) {
    yield* specProblems(object)
    yield* podUpdateProblems(asPod(object).spec ?? {}, asPod(old).spec ?? {})
  },
  status: {
    prepareForUpdate(object, old) {
      const [it, before] = [asPod(object), asPod(old)]
      delete object.metadata.deletionTimestamp
      if (old.metadata.deletionTimestamp !== undefined)
        object.metadata.deletionTimestamp = old.metadata.deletionTimestamp
      if (old.metadata.ownerReferences === undefined) delete object.metadata.ownerReferences
      else object.metadata.ownerReferences = old.metadata.ownerReferences
      it.status ??= {}
      if (isBlank(it.status.qosClass) && before.status?.qosClass) it.status.qosClass = before.status.qosClass
      keepGenerations(it, before)
    },
    validateUpdate: (object, old) => podStatusProblems(asPod(object), asPod(old)),
  },
  views: {
    ephemeralcontainers: {
      resetFields: [],
      prepareForUpdate(object, old) {
        const added = asPod(object).spec?.ephemeralContainers
        keepAllBut(object, old)
        const spec = (asPod(object).spec ??= {})
        if (added === undefined) delete spec.ephemeralContainers
        else spec.ephemeralContainers = added
        fillPod(asPod(object))
        countGeneration({}, object, old)
      },
      *validateUpdate(object, old) {
        yield* specProblems(object)
        yield* ephemeralUpdateProblems(asPod(object).spec ?? {}, asPod(old).spec ?? {})
      },
    },
    resize: {
      resetFields: ['status'],
      prepareForUpdate(object, old) {
        keepAllButSizes(object, old)
        fillPod(asPod(object))
        countGeneration({}, object, old)
      },
      *validateUpdate(object, old) {
        yield* specProblems(object)
        yield* resizeProblems(asPod(object), asPod(old))
      },
    },
  },
  handlers: podHandlers,
  warnings(object, old) {
    if (old !== undefined) return []
    const { name = '' } = object.metadata
    const it = asPod(object)
    return [
      ...profileWarnings(it),
      ...podNameWarnings(name),
      ...podSpecWarnings(it.spec ?? {}, 'spec', object.metadata.annotations),
    ]
  },
  graceSeconds(object, asked) {
    const { spec = {}, status = {} } = asPod(object)
    const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0
    if (isBlank(spec.nodeName) || status.phase === 'Failed' || status.phase === 'Succeeded') return 0
    return seconds < 0 ? 1 : seconds
  },
  selectableFields: {
    'spec.nodeName': (object) => asPod(object).spec?.nodeName ?? '',
    'spec.host': (object) => asPod(object).spec?.nodeName ?? '', // the field's former name
    'spec.restartPolicy': (object) => asPod(object).spec?.restartPolicy ?? '',
    'spec.schedulerName': (object) => asPod(object).spec?.schedulerName ?? '',
    'spec.serviceAccountName': (object) => asPod(object).spec?.serviceAccountName ?? '',
    'spec.hostNetwork': (object) => String(asPod(object).spec?.hostNetwork ?? false),
    'status.phase': (object) => asPod(object).status?.phase ?? '',
    'status.podIP': (object) => asPod(object).status?.podIPs?.[0]?.ip ?? asPod(object).status?.podIP ?? '',
    'status.podIPs': (object) => asPod(object).status?.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': (object) => asPod(object).status?.nominatedNodeName ?? '',
  },
  cells: podCells,
}

export const podTemplate: KindBehavior = {
  fill(object) {
    fillTemplate((unvalidated<PodTemplate>(object).template ??= {}))
  },
  validate: (object) => templateProblems(unvalidated<PodTemplate>(object).template ?? {}, 'template'),
  wanted: (object) => object['template'],
  warnings: (object, old) =>
    templateWarnings(unvalidated<PodTemplate>(object).template?.spec ?? {}, 'template.spec', [object, old]),
  cells: podTemplateCells,
}

function gatedCondition({ metadata }: Draft) {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastTransitionTime: metadata.creationTimestamp,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
}

function* specProblems(object: Draft): Problems {
  const { spec = {} } = asPod(object)
  yield* podSpecProblems(spec, 'spec', object.metadata.name ?? '')
  if (isBlank(spec.serviceAccountName)) yield* tokenProblems(spec)
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [{ image }, at] of each(spec[list], `spec.${list}`)) yield* trimmedImage(image, at)
  }
}

/** A service account token needs a service account. */
function* tokenProblems(spec: NonNullable<Unvalidated<Pod>['spec']>): Problems {
  for (const [{ projected }, at] of each(spec.volumes, 'spec.volumes')) {
    for (const [{ serviceAccountToken }, place] of each(projected?.sources, `${at}.projected.sources`)) {
      if (serviceAccountToken === undefined) continue
      yield forbidden(`${place}.serviceAccountToken`, 'must not be specified when serviceAccountName is not set')
    }
  }
}

/** Restores everything but the resources and resize policies of containers. */
function keepAllButSizes(object: Draft, old: Draft): void {
  const [wanted, before] = [asPod(object).spec ?? {}, asPod(old).spec ?? {}]
  const lists = ['containers', 'initContainers'] as const
  const names = (spec: typeof wanted) =>
    lists.map((list) => (spec[list] ?? []).map(({ name }) => name).join()).join(';')
  keepField(object, old, 'status')
  // Validation rejects added, removed or reordered containers.
  if (names(wanted) !== names(before)) return
  keepAllBut(object, old)
  for (const list of lists) {
    for (const [at, container] of (asPod(object).spec?.[list] ?? []).entries()) {
      const { resources, resizePolicy } = wanted[list]![at]!
      if (resources) container.resources = resources
      if (resizePolicy) container.resizePolicy = resizePolicy
    }
  }
}

function keepAllBut(object: Draft, old: Draft): void {
  keepField(object, old, 'spec')
  keepField(object, old, 'status')
  object['spec'] = structuredClone(object['spec'])
  const { managedFields } = object.metadata
  object.metadata = { ...structuredClone(old.metadata), ...(managedFields === undefined ? {} : { managedFields }) }
}

/** Keeps observed generations when a client that does not set them writes the status. */
function keepGenerations(pod: Unvalidated<Pod>, old: Unvalidated<Pod>): void {
  if (pod.status === undefined || old.status === undefined) return
  if (!pod.status.observedGeneration && old.status.observedGeneration) {
    pod.status.observedGeneration = old.status.observedGeneration
  }
  for (const condition of pod.status.conditions ?? []) {
    const before = old.status.conditions?.find(({ type }) => type === condition.type)?.observedGeneration
    if (!condition.observedGeneration && before) condition.observedGeneration = before
  }
}
