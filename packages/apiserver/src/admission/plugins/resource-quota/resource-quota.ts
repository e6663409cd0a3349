/**
 * ResourceQuota: keeps a namespace within its quotas. The usage is booked in the status of the quota when the write is
 * admitted, as in kube-apiserver. A controller recounts, and releases the usage of deleted objects.
 */
import type { Clock } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { apiVersionOf, type ServedKind } from '../../../kinds/served-kind.ts'
import type { KindRegistry } from '../../../kinds/kind-registry.ts'
import type { FieldManager } from '../../../kinds/field-manager.ts'
import { type Draft, draftOf, textOf } from '../../../object/draft.ts'
import { formatGroupResource } from '../../../status/failures.ts'
import type { Version } from '../../../storage/version.ts'
import { timestamp } from '../../../object/timestamp.ts'
import type { AdmissionPlugin, Attributes } from '../../../kinds/admission.ts'
import { writeAmounts } from '../amounts.ts'
import { isAbout } from '../attributes.ts'
import type { FindCollection, StoredObjects } from '../stored-objects.ts'
import { claimUsage } from './claim-usage.ts'
import { deviceUsage } from './device-usage.ts'
import type { Evaluator, Quota } from './evaluator.ts'
import { objectCount } from './object-count.ts'
import { podUsage } from './pod-usage.ts'
import { checkQuotas, type QuotaChange } from './quota-check.ts'
import { serviceUsage } from './service-usage.ts'

export interface ResourceQuotaParts {
  readonly objects: StoredObjects
  readonly collection: FindCollection
  readonly clock: Clock
  readonly kinds: KindRegistry
  readonly fields: FieldManager
}

/** Resources that are never stored, or never counted. */
const ignored: ReadonlySet<string> = new Set([
  'bindings',
  'componentstatuses',
  'events',
  'events.events.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'selfsubjectreviews.authentication.k8s.io',
  ...['subject', 'selfsubject', 'localsubject'].map((word) => `${word}accessreviews.authorization.k8s.io`),
  'selfsubjectrulesreviews.authorization.k8s.io',
])

/** The field manager of the booking. */
const manager = 'kube-apiserver'

export function resourceQuota(parts: ResourceQuotaParts): AdmissionPlugin {
  const special: Readonly<Record<string, Evaluator>> = {
    pods: podUsage(parts.clock),
    services: serviceUsage,
    persistentvolumeclaims: claimUsage,
    'resourceclaims.resource.k8s.io': deviceUsage,
  }
  return {
    name: 'ResourceQuota',
    async validate(attributes) {
      const { kind, namespace } = attributes
      if (namespace === '' || isAbout(attributes, '', 'namespaces') || !isWrite(attributes)) return
      const resource = formatGroupResource({ group: kind.group, resource: kind.plural })
      if (ignored.has(resource)) return
      const evaluator = getOwn(special, resource) ?? objectCount(kind.group, kind.plural)
      if (!evaluator.handles(attributes)) return
      if (parts.objects.versions('', 'resourcequotas', namespace).length === 0) return
      const quotaKind = parts.kinds.find('', 'v1', 'resourcequotas')!
      await parts.fields.load?.(quotaKind)
      const versions = parts.objects.versions('', 'resourcequotas', namespace)
      // Reading and booking happen in one turn, so no other write can interleave.
      const quotas = new Map(versions.map((version) => [draftOf(version.object.text) as unknown as Quota, version]))
      const changes = checkQuotas([...quotas.keys()], attributes, evaluator)
      if (!attributes.isDryRun) for (const change of changes) book(parts, quotaKind, quotas.get(change.quota)!, change)
    },
  }
}

function isWrite({ operation, object }: Attributes): boolean {
  return object !== undefined && (operation === 'CREATE' || operation === 'UPDATE')
}

function book(parts: ResourceQuotaParts, kind: ServedKind, version: Version, { used }: QuotaChange): void {
  const live = draftOf(version.object.text)
  const next: Draft = { ...live, status: { ...(live['status'] as object), used: writeAmounts(used) } }
  const time = timestamp(parts.clock.now())
  parts.fields.update(kind, live, next, { manager, apiVersion: apiVersionOf(kind), subresource: 'status', time })
  parts.collection('', 'resourcequotas').put(version.key, version.revision, (revision) => ({
    text: textOf(next, String(revision)),
    labels: next.metadata.labels,
  }))
}
