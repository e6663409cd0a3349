/** Adds the backup agent to pods that belong to a plan, as they are created. See decision 0372. */
import { sidecarAdmission, type SidecarAdmissionOptions } from '@kubewright/sidecar'
import type { Admission } from '@kubewright/webhook'
import { agentSidecar } from './agent-sidecar.ts'

/** Options of `backupAdmission`. */
export interface BackupAdmissionOptions extends SidecarAdmissionOptions {
  /** The image of the agent. */
  readonly image: string
}

/**
 * A pod is never rejected because of its backup: if the plan cannot be read, the pod starts without an agent, and the status of the plan
 * reports it.
 */
export function backupAdmission({ image, ...options }: BackupAdmissionOptions): Admission {
  return sidecarAdmission(agentSidecar(image), options)
}
