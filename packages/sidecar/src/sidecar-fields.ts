/** Common fields of kinds with a sidecar, to be spread into their schemas. */
import type { DeepReadonly } from '@kubewright/core/json'
import { z } from 'zod'

const expression = z.object({
  key: z.string().min(1).max(317),
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
  values: z.array(z.string().max(63)).max(64).optional(),
})

/** For the spec: `z.object({ ...sidecarSpec, … })`. */
export const sidecarSpec = {
  enabled: z.boolean().default(true).describe('Whether pods get the container. Pods are replaced when this changes.'),
  selector: z
    .object({
      matchLabels: z.record(z.string(), z.string().max(63)).optional(),
      matchExpressions: z.array(expression).max(16).optional(),
    })
    .optional()
    .describe('Further pods of this namespace that get the container, besides those whose label names this object.'),
}

/** For the status: `z.object({ ...sidecarStatus, … })`. */
export const sidecarStatus = {
  injection: z
    .object({
      digest: z.string().describe('Digest of the settings that determine the injected container.'),
      since: z.iso.datetime().describe('When the digest changed. Older pods with another container are replaced.'),
    })
    .optional(),
}

/** The schema of a spec with all sidecar fields. */
const wholeSpec = z.object(sidecarSpec)
/** The schema of a status with all sidecar fields. */
const wholeStatus = z.object(sidecarStatus)

/** The part of a spec that `sidecarSpec` declares. */
export type SidecarSpec = DeepReadonly<z.infer<typeof wholeSpec>>
/** The part of a status that `sidecarStatus` declares. */
export type SidecarStatus = DeepReadonly<z.infer<typeof wholeStatus>>
