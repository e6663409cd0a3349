/** The Jobs before and after an upgrade. Pure. */
import { Job } from '@kubewright/kubernetes'
import { type Manifest, manifest } from '@kubewright/resource'
import { stackLabel, upgradeAnnotation } from '../names.ts'
import type { ComponentContext } from '../objects/component-context.ts'
import { digestOf } from '../objects/digest.ts'
import { envOf, present } from '../objects/containers.ts'
import type { UpgradeStep } from './stack-version.ts'
import type { Health } from './upgrade-machine.ts'

/** The upgrade that a Job belongs to. */
export interface JobPlace {
  readonly context: Omit<ComponentContext, 'component'>
  readonly version: string
  readonly when: 'before' | 'after'
}

const longestName = 63

/** Deterministic, so that each step of an upgrade runs once. A name that is too long ends with a digest, so that no two steps share it. */
export function jobName({ context, version, when }: JobPlace, { name }: UpgradeStep): string {
  const plain = `${context.stack}-${when}-${version}-${name}`.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')
  if (plain.length <= longestName) return plain.replace(/-+$/, '')
  const digest = digestOf([context.stack, when, version, name]).slice(0, 10)
  return `${plain.slice(0, longestName - digest.length - 1).replace(/-+$/, '')}-${digest}`
}

export function jobOf(place: JobPlace, step: UpgradeStep): Manifest {
  const { context, version } = place
  const { image, command, args, env = {} } = step
  const variables = envOf({ ...context.defaults?.env, ...env }, { ...context, component: '' })
  return manifest(Job, {
    metadata: {
      name: jobName(place, step),
      namespace: context.namespace,
      labels: { [stackLabel]: context.stack },
      annotations: { [upgradeAnnotation]: version },
    },
    spec: {
      backoffLimit: 3,
      template: {
        metadata: { labels: { [stackLabel]: context.stack } },
        spec: {
          restartPolicy: 'Never',
          containers: [
            { name: 'step', image, ...present({ command, args }), ...(variables.length > 0 && { env: variables }) },
          ],
        },
      },
    },
  }) as Manifest
}

/** The progress of the steps before or after an upgrade, and the desired Jobs: each starts when the previous one has succeeded. */
export function followJobs(
  place: JobPlace,
  steps: readonly UpgradeStep[],
  find: (name: string) => Job | undefined,
): { readonly health: Health; readonly jobs: readonly Manifest[] } {
  const jobs: Manifest[] = []
  for (const step of steps) {
    jobs.push(jobOf(place, step))
    const conditions = find(jobName(place, step))?.status?.conditions ?? []
    const has = (type: string) => conditions.some((condition) => condition.type === type && condition.status === 'True')
    if (has('Failed')) return { health: 'failed', jobs }
    if (!has('Complete')) return { health: 'progressing', jobs }
  }
  return { health: 'healthy', jobs }
}
