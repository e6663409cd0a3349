/** IotSnapRoot: a complete IotSnap Root stack. Field names are those of the original resource. See decision 0375. */
import { stackStatus } from '@kubewright/stack'
import { defineResource, type InputOf, type ObjectOf } from 'kubewright'
import { int32 } from 'kubewright/resource'
import { z } from 'zod'
import { type ComponentType, componentTypes, hasPreservedConfig } from './component-table.ts'
import { defaultRegistry, iotsnapGroup } from './names.ts'

const duration = z
  .string()
  .max(16)
  .regex(/^[1-9]\d{0,5}(s|m|h)$/)

const texts = (what: string) => z.record(z.string(), z.string()).optional().describe(what)

const scaling = z.object({
  'requests-per-second': z.number().min(0.001).max(1e9).describe('How many requests one replica should serve.'),
  'max-replicas': int32().min(1).max(100),
  stabilization: duration.default('5m').describe('How long fewer replicas must have been enough.'),
  window: duration.default('1m').describe('The average of this time counts.'),
})

const componentSpec = z
  .object({
    name: z
      .string()
      .max(40)
      .optional()
      .describe('Part of the names of its objects. The component’s name, if left out.'),
    replicas: int32().min(1).max(100).optional().describe('1, if left out. With scaling, the fewest.'),
    scaling: scaling.optional().describe('More replicas of a service under load. Works while monitoring is on.'),
    configmap: z.string().max(253).optional().describe('Its ConfigMap, which must exist. <name>-config, if left out.'),
    'persistent-data-claim': z
      .string()
      .max(253)
      .optional()
      .describe('Its claim, which must exist. <name>-pvc, if left out.'),
    'persistent-data-path': z
      .string()
      .max(255)
      .optional()
      .describe('The directory inside the claim. <name>, if left out.'),
    'installation-data-version': z
      .string()
      .max(128)
      .optional()
      .describe('The tag of its image. It is pinned: upgrades of the stack leave it as it is.'),
    labels: texts('Labels of its objects; they overrule those of the stack.'),
    env: texts('Variables of its main container; they overrule those of the stack.'),
  })
  // Several instances must differ in a field, so an entry without fields is a mistake.
  .meta({ minProperties: 1 })

const instances = z.array(componentSpec).max(20).optional()
const instanceFields = Object.fromEntries(componentTypes.map((type) => [type, instances])) as Record<
  ComponentType,
  typeof instances
>

const preserved = z.array(z.object({ configmap: z.record(z.string(), z.string()).optional() })).optional()
const preservedFields = Object.fromEntries(
  componentTypes.filter(hasPreservedConfig).map((type) => [type, preserved]),
) as Record<Exclude<ComponentType, 'postgres' | 'mongo'>, typeof preserved>

export const IotSnapRoot = defineResource({
  group: iotsnapGroup,
  version: 'v1',
  kind: 'IotSnapRoot',
  plural: 'iotsnaproots',
  scope: 'Namespaced',
  description: 'One IotSnap Root stack: databases, object store, four services, backup and monitoring.',
  spec: z.object({
    'persistent-data-claim': z.string().max(253).optional().describe('One claim for all components, which must exist.'),
    'installation-data-version': z
      .string()
      .max(128)
      .optional()
      .describe(
        'The version of the stack: the tag of all images. A newer one is rolled out component by component, and taken back if one does not become ready.',
      ),
    registry: z.string().max(255).default(defaultRegistry).describe('Where images come from.'),
    labels: texts('Labels of every object.'),
    env: texts('Variables of every main container.'),
    backup: z.boolean().default(false).describe('Whether the data of MinIO is backed up.'),
    monitoring: z.boolean().default(false).describe('Whether Telegraf and InfluxDB run.'),
    'monitoring-interval': duration.optional().describe('How often services and MinIO are measured. 10s, if left out.'),
    ...instanceFields,
  }),
  status: z.object({ ...stackStatus, ...preservedFields }),
  conditions: ['Ready', 'Abnormal', 'VersionAccepted'],
  columns: { Version: '.status.version', Phase: '.status.phase', Step: '.status.step' },
})

export interface IotSnapRoot extends ObjectOf<typeof IotSnapRoot> {}
export type IotSnapRootInput = InputOf<typeof IotSnapRoot>
