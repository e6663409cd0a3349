/** The status of a stack: fields to spread into the schema of the status. */
import { z } from 'zod'

const containerResources = z.object({
  requests: z.object({ cpu: z.string().optional(), memory: z.string().optional() }),
  limits: z.object({ memory: z.string().optional() }),
})

const component = z.object({
  phase: z.enum(['absent', 'starting', 'running', 'crashed']).describe('Phase of the component.'),
  since: z.string().describe('Since when the component is in this phase.'),
  downSince: z.string().optional().describe('When the component crashed, until it is replaced or stays ready.'),
  late: z.int().optional().describe('Generation of the workload that missed its start deadline.'),
  message: z.string().optional().describe('Details of the phase.'),
  waitsFor: z.string().optional().describe('Why the next operation on the component waits.'),
  needs: z.array(z.string()).optional().describe('Components that it depends on.'),
  version: z.string().optional().describe('Version of the component, if the stack has versions.'),
  replacements: z.int().optional().describe('Number of times its workload was replaced since it crashed.'),
  replicas: z.int().optional().describe('Number of replicas that its scaling policy requires.'),
  abnormality: z.string().optional().describe('Metrics that are outliers.'),
  recommendation: z.string().optional().describe('Recommended container resources.'),
  resources: containerResources.optional().describe('Container resources that its tuning applied.'),
})

const preservedConfig = z.object({
  data: z.record(z.string(), z.string()).optional(),
  binaryData: z.record(z.string(), z.string()).optional(),
  accepted: z.string().optional().describe('Value of the annotation with which this content was accepted.'),
})

/** The schema of an upgrade's progress. */
const upgrade = z.object({
  from: z.string(),
  to: z.string(),
  phase: z.enum(['before', 'components', 'after', 'rolling-back', 'rolled-back']),
  done: z.array(z.string()).describe('Upgraded components, in order of their upgrade.'),
  current: z.string().optional().describe('The component in progress.'),
  since: z.string().describe('Start time of the current step.'),
  reason: z.string().optional().describe('Why it was rolled back.'),
})

/**
 * Fields for the status of a stack: `status: z.object({ ...stackStatus, url: z.string().optional() })`.
 *
 * The stack's controller writes them; other fields of the status are the author's.
 */
export const stackStatus = {
  phase: z.enum(['Deploying', 'Running', 'Updating', 'Healing', 'Upgrading', 'RollingBack', 'Blocked']).optional(),
  plan: z.array(z.string()).optional().describe('Remaining operations.'),
  step: z.string().optional().describe('The operation in progress.'),
  protocol: z
    .string()
    .optional()
    .describe('The management protocol as JSON (topology, states and goal), if the stack defines one.'),
  version: z.string().optional().describe('Version of all components.'),
  components: z.record(z.string(), component).optional(),
  preserved: z
    .record(z.string(), preservedConfig)
    .optional()
    .describe('Copies of ConfigMaps that are managed outside the stack.'),
  upgrade: upgrade.optional(),
}

/** The schema of a stack's status. */
const wholeStatus = z.object(stackStatus)

/** The status of a stack. */
export type StackStatus = z.infer<typeof wholeStatus>
export type ComponentStatus = z.infer<typeof component>
export type PreservedStatus = z.infer<typeof preservedConfig>
/** The progress of an upgrade. */
export type UpgradeStatus = z.infer<typeof upgrade>
