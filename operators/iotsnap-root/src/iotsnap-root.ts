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
  'requests-per-second': z.number().min(0.001).max(1e9).describe('Target number of requests per second and replica.'),
  'max-replicas': int32().min(1).max(100),
  stabilization: duration.default('5m').describe('How long the load must stay low before replicas are removed.'),
  window: duration.default('1m').describe('Averaging window of the load.'),
})

const componentSpec = z
  .object({
    name: z
      .string()
      .max(40)
      .optional()
      .describe('Part of the names of its objects. Default: the name of the component.'),
    replicas: int32().min(1).max(100).optional().describe('Number of replicas; with scaling, the minimum. Default: 1.'),
    scaling: scaling.optional().describe('Adds replicas of a service under load. Requires monitoring.'),
    configmap: z.string().max(253).optional().describe('Its ConfigMap, which must exist. Default: <name>-config.'),
    'persistent-data-claim': z
      .string()
      .max(253)
      .optional()
      .describe('Its claim, which must exist. Default: <name>-pvc.'),
    'persistent-data-path': z.string().max(255).optional().describe('The directory inside the claim. Default: <name>.'),
    'installation-data-version': z
      .string()
      .max(128)
      .optional()
      .describe('Pinned tag of its image. Upgrades of the stack do not change it.'),
    labels: texts('Labels of its objects; they override those of the stack.'),
    env: texts('Environment variables of its main container; they override those of the stack.'),
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
        'The version of the stack: the tag of all images. A new version is rolled out component by component, and rolled back if a component does not become ready.',
      ),
    registry: z.string().max(255).default(defaultRegistry).describe('Image registry.'),
    labels: texts('Labels of every object.'),
    env: texts('Environment variables of every main container.'),
    backup: z.boolean().default(false).describe('Whether the data of MinIO is backed up.'),
    monitoring: z.boolean().default(false).describe('Whether Telegraf and InfluxDB run.'),
    'monitoring-interval': duration
      .optional()
      .describe('Interval at which services and MinIO are measured. Default: 10s.'),
    ...instanceFields,
  }),
  status: z.object({ ...stackStatus, ...preservedFields }),
  conditions: ['Ready', 'Abnormal', 'VersionAccepted'],
  columns: { Version: '.status.version', Phase: '.status.phase', Step: '.status.step' },
})

export interface IotSnapRoot extends ObjectOf<typeof IotSnapRoot> {}
export type IotSnapRootInput = InputOf<typeof IotSnapRoot>
