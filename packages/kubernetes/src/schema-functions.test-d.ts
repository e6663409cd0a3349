/** Schemas of built-in types inside a custom resource: read values are assignable to the built-in kinds. Compiled only. */
import { defineResource, type InputOf, listMap, manifest, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { CronJob, Job, type JobTemplateSpec } from './generated/batch/v1.ts'
import { Deployment } from './generated/apps/v1.ts'
import { PersistentVolumeClaim, Pod, type PodSpec, type PodTemplateSpec, Service } from './generated/core/v1.ts'
import { jobTemplateSpec } from './generated/schema-functions/batch/v1.ts'
import {
  affinity,
  envVar,
  persistentVolumeClaimSpec,
  podSpec,
  podTemplateSpec,
  resourceRequirements,
  serviceSpec,
  toleration,
} from './generated/schema-functions/core/v1.ts'
import { labelSelector } from './generated/schema-functions/meta/v1.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assert = <_ extends true>() => {}

const Task = defineResource({
  group: 'tasks.example.dev',
  version: 'v1',
  kind: 'Task',
  scope: 'Namespaced',
  spec: z.object({
    job: jobTemplateSpec(),
    template: podTemplateSpec(),
    pod: podSpec().optional(),
    selector: labelSelector(),
    resources: resourceRequirements().default({ limits: { cpu: '1' } }),
    affinity: affinity().optional(),
    tolerations: z.array(toleration()).default([]),
    env: listMap(envVar(), ['name']).default([]),
    claim: persistentVolumeClaimSpec(),
    service: serviceSpec(),
  }),
  versions: {
    v1beta1: {
      schema: { spec: z.object({ job: jobTemplateSpec(), claim: persistentVolumeClaimSpec() }) },
      toStorage: ({ spec: { job, claim } }) => ({
        spec: { job, claim, template: job.spec.template, selector: { matchLabels: { a: 'b' } }, service: {} },
      }),
      fromStorage: ({ spec }) => ({ spec: { job: spec.job, claim: spec.claim } }),
    },
  },
})
declare const task: ObjectOf<typeof Task>
const { spec } = task
// Read types are those of the built-in kinds, not copies of them.
assert<Equal<typeof spec.template, PodTemplateSpec>>()
assert<Equal<typeof spec.pod, PodSpec | undefined>>()
assert<Equal<InputOf<typeof Task>['spec']['job'], JobTemplateSpec>>()
const metadata = { name: 'a' }

void [
  manifest(Job, { metadata: { ...metadata, labels: spec.job.metadata?.labels }, spec: spec.job.spec }),
  manifest(CronJob, { metadata, spec: { schedule: '* * * * *', jobTemplate: spec.job } }),
  manifest(Deployment, { metadata, spec: { selector: spec.selector, template: spec.template } }),
  manifest(PersistentVolumeClaim, { metadata, spec: spec.claim }),
  manifest(Service, { metadata, spec: spec.service }),
  manifest(Pod, {
    metadata,
    spec: {
      ...spec.pod,
      affinity: spec.affinity,
      tolerations: spec.tolerations,
      containers: [{ name: 'a', image: 'a:1', env: [...spec.env], resources: spec.resources }],
    },
  }),
]

// Values that were read may be written back, and written values are type-checked.
const again: InputOf<typeof Task> = { metadata, spec }
const container = { name: 'a', image: 'a:1', ports: [{ containerPort: 80, protocol: 'TCP' }] } as const
const written: InputOf<typeof Task>['spec']['template'] = { spec: { containers: [container] } }
const port = { containerPort: 1, protocol: 'X' } as const
// @ts-expect-error a protocol that does not exist
const wrong: InputOf<typeof Task>['spec']['pod'] = { containers: [{ name: 'a', ports: [port] }] }
// @ts-expect-error a pod needs containers
const missing: InputOf<typeof Task>['spec']['pod'] = {}
// @ts-expect-error a value that was read is read-only
spec.template.spec.containers[0]!.name = 'b'
// @ts-expect-error keys that no item has
listMap(envVar(), ['nme'])

void [again, written, wrong, missing]
