/** A webhook server fits where a manager takes one. */
import type { Client } from '@kubewright/client'
import type { WebhookServerLike } from '@kubewright/manager/settings'
import { createWebhookServer } from '@kubewright/webhook'
import type { WebhookCluster } from '@kubewright/webhook/configuration'
import { websiteAdmission } from '../sketches/admission.ts'

export const server: WebhookServerLike = createWebhookServer({
  port: 9443,
  certificates: '/etc/webhook/certs',
  serve: [websiteAdmission],
})

declare const client: Client
export const cluster: WebhookCluster = client
