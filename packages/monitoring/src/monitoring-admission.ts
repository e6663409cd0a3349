/** Adds Telegraf to pods that belong to a Monitoring, as they are created. */
import { sidecarAdmission, type SidecarAdmissionOptions } from '@kubewright/sidecar'
import type { Admission } from '@kubewright/webhook'
import { telegrafSidecar } from './telegraf-sidecar.ts'

/** Options of `monitoringAdmission`. */
export interface MonitoringAdmissionOptions extends SidecarAdmissionOptions {
  /** The image of Telegraf, for example `telegraf:1.37`. */
  readonly image: string
}

/** A pod is never rejected because of its monitoring: if the webhook fails, it starts without Telegraf. */
export function monitoringAdmission({ image, ...options }: MonitoringAdmissionOptions): Admission {
  return sidecarAdmission(telegrafSidecar(image), options)
}
