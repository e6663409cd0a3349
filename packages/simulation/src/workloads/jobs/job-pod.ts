/** One pod of a Job. Pure. */
import type { Job, PodInput } from '@kubewright/kubernetes'
import type { Container } from '@kubewright/kubernetes/core/v1'
import { completionIndexAnnotation, indexFailureCountAnnotation, trackingFinalizer } from '../../names.ts'
import { podOf } from '../pod-template.ts'

/**
 * @param index for an indexed Job
 * @param failures the earlier failures of that index, for a Job that limits them
 */
export function jobPod(job: Job, index: number | undefined, failures?: number): PodInput {
  const pod = podOf(job, job.spec.template)
  const finalizers = [...(pod.metadata.finalizers ?? []), trackingFinalizer]
  if (index === undefined) return { ...pod, metadata: { ...pod.metadata, finalizers } }
  const mark = { [completionIndexAnnotation]: String(index) }
  const { initContainers } = pod.spec
  return {
    metadata: {
      ...pod.metadata,
      finalizers,
      generateName: `${job.metadata.name}-${index}-`,
      labels: { ...pod.metadata.labels, ...mark },
      annotations: { ...pod.metadata.annotations, ...mark, ...countMark(failures) },
    },
    spec: {
      ...pod.spec,
      hostname: pod.spec.hostname ?? `${job.metadata.name}-${index}`,
      containers: pod.spec.containers.map(knowingIndex),
      ...(initContainers === undefined ? {} : { initContainers: initContainers.map(knowingIndex) }),
    },
  }
}

function countMark(failures: number | undefined): Readonly<Record<string, string>> {
  return failures === undefined ? {} : { [indexFailureCountAnnotation]: String(failures) }
}

const variable = 'JOB_COMPLETION_INDEX'

/** Every container gets the index in its environment, unless it already has that variable. */
function knowingIndex(container: Container): Container {
  const { env = [] } = container
  if (env.some(({ name }) => name === variable)) return container
  const fieldPath = `metadata.labels['${completionIndexAnnotation}']`
  return { ...container, env: [...env, { name: variable, valueFrom: { fieldRef: { fieldPath } } }] }
}
