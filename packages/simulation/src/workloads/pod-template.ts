/** Creates pods from a template. Pure. */
import { type KubeObject, ownerReferenceTo } from '@kubewright/core'
import type { PodInput } from '@kubewright/kubernetes'
import type { PodTemplateSpec } from '@kubewright/kubernetes/core/v1'

/** The server generates the name from the prefix `blog-`. */
export function podOf(owner: KubeObject, { metadata = {}, spec }: PodTemplateSpec): PodInput {
  const { labels, annotations, finalizers } = metadata
  return {
    metadata: {
      namespace: owner.metadata.namespace,
      generateName: `${owner.metadata.name}-`,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [ownerReferenceTo(owner)],
    },
    spec,
  }
}
