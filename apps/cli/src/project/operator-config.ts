/**
 * `kubewright.config.ts`: what the command has to know about an operator. It is the object that `main.ts` gives to the
 * manager, and beside it what only an installation needs, so nothing is said twice.
 *
 * @example
 * ```ts
 * import { defineController, done } from '@kubewright/controller'
 * import { ConfigMap } from '@kubewright/kubernetes'
 *
 * const maps = defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })
 * const config = defineConfig({ name: 'map-operator', image: 'registry.example.dev/map-operator:1', controllers: [maps] })
 * config.name // => 'map-operator'
 * ```
 */
import type { Controller, Runnable } from '@kubewright/controller'
import type { Coordination } from '@kubewright/lease'
import type { ManagerCacheOptions, ManagerOptions, MetricsOptions } from '@kubewright/manager'
import type { CrdOptions, CustomResourceDefinition } from '@kubewright/resource'
import type { WebhookServerOptions } from '@kubewright/webhook'

export interface OperatorConfig {
  /** Of its Deployment, roles and account: lower case, with dashes. */
  readonly name: string
  /** Where it is installed. @default the name, and `-system` */
  readonly namespace?: string
  /** What its Deployment runs. @default the name, and `:latest` */
  readonly image?: string
  /** The custom resources it brings along. */
  readonly resources?: readonly Installable[]
  readonly controllers?: readonly Controller[]
  /** What runs beside controllers, such as `replicate(…)`: its role allows what they need. */
  readonly runnables?: readonly Runnable[]
  readonly webhooks?: WebhookServerOptions
  readonly coordination?: Coordination
  readonly health?: { readonly port: number }
  /** Installed, they are for accounts that the cluster lets `get` the path `/metrics`, unless `access` is `open`. */
  readonly metrics?: MetricsOptions
  readonly cache?: Pick<ManagerCacheOptions, 'namespace' | 'kinds'>
  /** Other clusters that it works on. They get roles of their own, in `deploy/remote`. */
  readonly clusters?: NonNullable<ManagerOptions['clusters']>
  /** What it may do beside what its controllers, webhooks and leases declare: whatever a reconcile does with `ctx.client`. */
  readonly grants?: readonly Grant[]
  readonly deployment?: DeploymentOptions
}

/** What `defineResource` returns, as far as it is installed. */
export interface Installable {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly versions: readonly string[]
  crd(options?: CrdOptions): CustomResourceDefinition
  crdYaml(options?: CrdOptions): string
}

export interface Grant {
  /** The empty string is the core group. */
  readonly group: string
  /** `pods`, or `pods/log`. */
  readonly resource: string
  readonly verbs: readonly string[]
  /** @default everywhere */
  readonly namespace?: string
  /** The one object it is about. @default all */
  readonly name?: string
  /** In which clusters: where it runs, or in all others. @default 'home' */
  readonly cluster?: 'home' | 'remote'
  /** Why, for whoever reviews the role: `backups reads logs of failed jobs`. */
  readonly because: string
}

/** What the Deployment has beside what follows from the rest. Everything else is for a kustomize overlay. */
export interface DeploymentOptions {
  /** @default 2 with an election, 1 without */
  readonly replicas?: number
  /** @default 50m and 128Mi to begin with, 512Mi at most */
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>
    readonly limits?: Readonly<Record<string, string>>
  }
  readonly environment?: Readonly<Record<string, string>>
  /** TCP ports it may call beside DNS, 443 and 6443. @default none */
  readonly egressPorts?: readonly number[]
}

/** Gives the object its type, and nothing else. */
export function defineConfig(config: OperatorConfig): OperatorConfig {
  return config
}
