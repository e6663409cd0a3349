/** The definition of this operator: `main.ts` runs it, and `kubewright generate` reads it. */
import {
  type AgentOptions,
  backupAdmission,
  backupController,
  BackupPlan,
  Restore,
  restoreController,
} from '@kubewright/backup'
import { Monitoring, monitoringAdmission, monitoringController } from '@kubewright/monitoring'
import { type ExposureKind, stackController, type StackControllerOptions } from '@kubewright/stack'
import { type Client, type Duration, leader } from 'kubewright'
import type { Admission } from 'kubewright/webhook'
import { IotSnapRoot } from './iotsnap-root.ts'
import { influxSource } from './metrics.ts'
import { certifiedVersion, defaultRegistry, operatorName, operatorNamespace } from './names.ts'
import { iotSnapStack } from './stack.ts'

/** The images of injected sidecars. */
export const sidecarImages = {
  agent: `${defaultRegistry}/backup-agent:${certifiedVersion}`,
  telegraf: `${defaultRegistry}/telegraf:${certifiedVersion}`,
} as const

export interface OperatorOptions {
  /** @default 'ingress' */
  readonly exposure?: ExposureKind
  readonly agent?: AgentOptions
  /** Queries the InfluxDB of stacks. @default globalThis.fetch */
  readonly fetch?: typeof fetch
  /** How often scaling and tuning evaluate samples. @default '30s' */
  readonly samplesEvery?: Duration
  /** The source of generated passwords. @default random */
  readonly ids?: StackControllerOptions['ids']
  /** Reads plans and monitorings when pods are created. Required at run time; generated files do not depend on it. */
  readonly client?: () => Client
}

export function operatorWith(options: OperatorOptions = {}) {
  const {
    exposure = 'ingress',
    agent = {},
    fetch = globalThis.fetch,
    samplesEvery = '30s',
    ids,
    client = noClient,
  } = options
  const samples = influxSource({ fetch })
  const how = { exposure, samples, samplesEvery, ...(ids === undefined ? {} : { ids }) }
  return {
    name: operatorName,
    namespace: operatorNamespace,
    resources: [IotSnapRoot, BackupPlan, Restore, Monitoring],
    controllers: [
      stackController(iotSnapStack, how),
      backupController({ ...agent, image: sidecarImages.agent }),
      restoreController(agent),
      monitoringController({ fetch, image: sidecarImages.telegraf }),
    ],
    coordination: leader({ lease: operatorName, namespace: operatorNamespace }),
    webhooks: {
      serve: sidecars(client),
      certificates: { secret: { name: `${operatorName}-webhooks`, namespace: operatorNamespace } },
      installation: { name: operatorName, service: { name: operatorName, namespace: operatorNamespace } },
    },
    health: { port: 8081 },
    metrics: { port: 8080 },
  }
}

function noClient(): never {
  throw new Error('The operator has no client: pass one where it runs.')
}

/** Injects the backup agent and Telegraf into pods that request them. */
export function sidecars(client: () => Client): Admission[] {
  return [
    backupAdmission({ image: sidecarImages.agent, client }),
    monitoringAdmission({ image: sidecarImages.telegraf, client }),
  ]
}
