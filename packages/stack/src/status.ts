/** The status of a stack: fields to spread into the schema of the status. */
import { z } from 'zod'

const component = z.object({
  phase: z.enum(['absent', 'starting', 'running', 'crashed']).describe('Where the component stands.'),
  since: z.string().describe('Since when it stands there.'),
  downSince: z.string().optional().describe('When it broke last.'),
  late: z.int().optional().describe('The generation of its workload that did not start in time.'),
  message: z.string().optional().describe('What is known about it.'),
  waitsFor: z.string().optional().describe('Why nothing is done about it now.'),
  needs: z.array(z.string()).optional().describe('The components that it needs.'),
  version: z.string().optional().describe('The version it has, where the stack has versions.'),
  replacements: z.int().optional().describe('How often its workload was replaced since it broke.'),
  replicas: z.int().optional().describe('How many replicas its scaling policy asks for.'),
  abnormality: z.string().optional().describe('What is unusual about it.'),
  recommendation: z.string().optional().describe('What its containers seem to need.'),
})

const preservedConfig = z.object({
  data: z.record(z.string(), z.string()).optional(),
  binaryData: z.record(z.string(), z.string()).optional(),
  accepted: z.string().optional().describe('The value of the annotation that made this the content to preserve.'),
})

const upgrade = z.object({
  from: z.string(),
  to: z.string(),
  phase: z.enum(['before', 'components', 'after', 'rolling-back', 'rolled-back']),
  done: z.array(z.string()).describe('Components that have the new version, in the order they got it.'),
  current: z.string().optional().describe('The component that is being changed.'),
  since: z.string().describe('Since when the current step lasts.'),
  reason: z.string().optional().describe('Why it was rolled back.'),
})

/**
 * Fields for the status of a stack: `status: z.object({ ...stackStatus, url: z.string().optional() })`.
 *
 * The stack's controller writes them; other fields of the status are the author's.
 */
export const stackStatus = {
  phase: z.enum(['Deploying', 'Running', 'Updating', 'Healing', 'Upgrading', 'RollingBack', 'Blocked']).optional(),
  plan: z.array(z.string()).optional().describe('Operations that are still to do.'),
  step: z.string().optional().describe('What is being done now.'),
  protocol: z
    .string()
    .optional()
    .describe('The management protocol as JSON, where the stack has one of its own: its topology, states and goal.'),
  version: z.string().optional().describe('The version that every component has.'),
  components: z.record(z.string(), component).optional(),
  preserved: z.record(z.string(), preservedConfig).optional().describe('Copies of ConfigMaps of others.'),
  upgrade: upgrade.optional(),
}

const wholeStatus = z.object(stackStatus)

/** The status of a stack. */
export type StackStatus = z.infer<typeof wholeStatus>
export type ComponentStatus = z.infer<typeof component>
export type PreservedStatus = z.infer<typeof preservedConfig>
export type UpgradeStatus = z.infer<typeof upgrade>
