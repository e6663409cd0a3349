/** The template history of a workload without ReplicaSets, stored as ControllerRevisions. Pure. */
import { type KubeObject, ownerReferenceTo } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { ControllerRevision, ControllerRevisionInput } from '@kubewright/kubernetes'
import type { PodTemplateSpec } from '@kubewright/kubernetes/core/v1'
import { templateHash } from '../template-hash.ts'

export interface Templated extends KubeObject {
  readonly spec: { readonly template: PodTemplateSpec; readonly revisionHistoryLimit?: number | undefined }
  readonly status?: { readonly collisionCount?: number | undefined } | undefined
}

/** Oldest first. */
export function inOrder(revisions: readonly ControllerRevision[]): readonly ControllerRevision[] {
  return [...revisions].sort(
    (one, two) => one.revision - two.revision || (one.metadata.name < two.metadata.name ? -1 : 1),
  )
}

export function nextNumber(revisions: readonly ControllerRevision[]): number {
  return Math.max(0, ...revisions.map(({ revision }) => revision)) + 1
}

/** The latest revision with the workload's current template. */
export function revisionFor(
  { spec }: Templated,
  revisions: readonly ControllerRevision[],
): ControllerRevision | undefined {
  return inOrder(revisions).findLast((one) => deepEqual(templateIn(one), spec.template))
}

/** The template in a revision. */
export function templateIn({ data }: Pick<ControllerRevision, 'data'>): PodTemplateSpec | undefined {
  const { spec } = (data ?? {}) as { spec?: { template?: PodTemplateSpec & { $patch?: string } } }
  if (spec?.template === undefined) return undefined
  const { $patch: _, ...template } = spec.template
  return template
}

/** @param hashLabel the label for its hash */
export function newRevision(
  owner: Templated,
  revisions: readonly ControllerRevision[],
  hashLabel: string,
): ControllerRevisionInput {
  const { metadata, spec, status } = owner
  const hash = templateHash(spec.template, status?.collisionCount)
  return {
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels: { ...spec.template.metadata?.labels, [hashLabel]: hash },
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
      ownerReferences: [ownerReferenceTo(owner)],
    },
    data: { spec: { template: { ...spec.template, $patch: 'replace' } } } as never,
    revision: nextNumber(revisions),
  }
}

/** Unused revisions beyond the history limit. */
export function outdated(
  { spec: { revisionHistoryLimit = 10 } }: Templated,
  revisions: readonly ControllerRevision[],
  isUsed: (revision: ControllerRevision) => boolean,
): readonly ControllerRevision[] {
  const unused = inOrder(revisions).filter((revision) => !isUsed(revision))
  return unused.slice(0, Math.max(0, unused.length - revisionHistoryLimit))
}
