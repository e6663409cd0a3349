/**
 * Injects the container of a sidecar into pods on creation, transparently to their owner.
 *
 * A pod is never rejected because of its sidecar: if the object cannot be read, the pod starts without the container, and the status of the
 * object reports it.
 */
import { type Client, ignoreNotFound } from '@kubewright/client'
import { getOwn } from '@kubewright/core'
import { Pod } from '@kubewright/kubernetes/core/v1'
import { type Admission, defineAdmission } from '@kubewright/webhook'
import { injectionAnnotation, injectLabel } from './names.ts'
import { injectionMark, objectOf } from './selection.ts'
import { hasSidecar, type Sidecar, type SidecarObject } from './sidecar.ts'

export interface SidecarAdmissionOptions {
  /** A client to read the objects when a pod is created. */
  readonly client: () => Client
  /**
   * The pods that the webhook is called for: those with the label of the sidecar, or all. Selectors of objects need `all`, which costs a
   * call
   * for every pod of the cluster.
   *
   * @default 'labelled'
   */
  readonly pods?: 'labelled' | 'all'
}

export function sidecarAdmission<Object extends SidecarObject>(
  sidecar: Sidecar<Object>,
  { client, pods = 'labelled' }: SidecarAdmissionOptions,
): Admission {
  const labelled = { key: sidecar.label, operator: 'Exists' }
  const notExcluded = { key: injectLabel, operator: 'NotIn', values: ['false'] }
  return defineAdmission({
    for: Pod,
    name: `pods.${sidecar.for.group}`,
    objectSelector: { matchExpressions: pods === 'labelled' ? [labelled, notExcluded] : [notExcluded] },
    failurePolicy: 'Ignore',
    timeout: '5s',
    async fill(pod, { operation, namespace }) {
      if (operation !== 'CREATE' || hasSidecar(sidecar, pod)) return {}
      const name = getOwn(pod.metadata.labels, sidecar.label)
      const object = objectOf(sidecar, pod, await readObjects(sidecar, { name, namespace, client: client() }))
      const additions = object === undefined ? undefined : sidecar.additions(pod, object)
      if (object === undefined || additions === undefined) return {}
      const { container, volumes = [] } = additions
      const { containers, volumes: present = [] } = pod.spec
      return {
        metadata: { annotations: { [injectionAnnotation(sidecar.container)]: injectionMark(sidecar, object) } },
        spec: {
          containers: [...containers, container],
          ...(volumes.length === 0 ? {} : { volumes: [...present, ...volumes] }),
        },
      }
    },
  })
}

interface Place {
  readonly name: string | undefined
  readonly namespace: string
  readonly client: Client
}

/** The object of that name, or all in the namespace. */
async function readObjects<Object extends SidecarObject>(
  { for: resource }: Sidecar<Object>,
  { name, namespace, client }: Place,
): Promise<readonly Object[]> {
  if (name === undefined) return (await client.list(resource, { namespace })).items as unknown as readonly Object[]
  const one = await client.get(resource, { name, namespace }).catch(ignoreNotFound)
  return one === undefined ? [] : [one as unknown as Object]
}
