/**
 * Injects the container of a sidecar into pods on creation, transparently to their owner.
 *
 * A pod is never rejected because of its sidecar: if the object cannot be read, or the API server would reject the container, the pod
 * starts without it, and the status of the object reports it.
 */
import { type Client, ignoreNotFound } from '@kubewright/client'
import { getOwn } from '@kubewright/core/json'
import { Pod } from '@kubewright/kubernetes/core/v1'
import { type Admission, defineAdmission } from '@kubewright/webhook'
import { additionProblem } from './addition-problem.ts'
import { injectionAnnotation, injectLabel } from './names.ts'
import { injectionMark, objectOf } from './selection.ts'
import { hasSidecar, type PodAdditions, runsToCompletion, type Sidecar, type SidecarObject } from './sidecar.ts'

/** Options of `sidecarAdmission`. */
export interface SidecarAdmissionOptions {
  /** A client to read the objects when a pod is created. */
  readonly client: () => Client
  /**
   * The pods that the webhook is called for: those with the label of the sidecar, or all. Selectors of objects need `all`, which costs a
   * call for every pod of the cluster.
   *
   * @default 'labelled'
   */
  readonly pods?: 'labelled' | 'all'
}

/** A mutating webhook that injects the container of a sidecar into pods on creation. It never rejects a pod. */
export function sidecarAdmission<Item extends SidecarObject>(
  sidecar: Sidecar<Item>,
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
      if (additionProblem(pod.spec, additions) !== undefined) return {}
      return {
        metadata: { annotations: { [injectionAnnotation(sidecar.container)]: injectionMark(sidecar, object) } },
        spec: partsWith(pod.spec, additions),
      }
    },
  })
}

/** A pod that runs to completion gets a native sidecar, which ends with it: beside another container, its Job would never complete. */
function partsWith(spec: Pod['spec'], { container, volumes = [] }: PodAdditions) {
  const { containers, initContainers = [], volumes: present = [] } = spec
  return {
    ...(runsToCompletion(spec)
      ? { initContainers: [...initContainers, { ...container, restartPolicy: 'Always' }] }
      : { containers: [...containers, container] }),
    ...(volumes.length === 0 ? {} : { volumes: [...present, ...volumes] }),
  }
}

interface Place {
  readonly name: string | undefined
  readonly namespace: string
  readonly client: Client
}

/** The object of that name, or all in the namespace. */
async function readObjects<Item extends SidecarObject>(
  { for: resource }: Sidecar<Item>,
  { name, namespace, client }: Place,
): Promise<readonly Item[]> {
  if (name === undefined) return (await client.list(resource, { namespace })).items as unknown as readonly Item[]
  const one = await client.get(resource, { name, namespace }).catch(ignoreNotFound)
  return one === undefined ? [] : [one as unknown as Item]
}
