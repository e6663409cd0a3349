/**
 * `kubewright.config.ts`: describes an operator to the command. It is the object that `main.ts` passes to the manager, plus the
 * settings that only an installation needs, so nothing is declared twice.
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
import type { Runnable } from '@kubewright/controller'
import type { ManagerOptions } from '@kubewright/manager'
import type { MetricsOptions } from '@kubewright/manager/metrics'
import type { CustomResourceDefinition } from '@kubewright/resource'
import type { CrdOptions } from '@kubewright/resource/crd'
import type { WebhookServerOptions } from '@kubewright/webhook'
import { assertConfigForm } from './config-form.ts'

/** What `kubewright.config.ts` exports: the operator as `main.ts` runs it with its manager options, and the settings of its installation. */
export interface OperatorConfig extends Partial<Omit<ManagerOptions, 'connection' | 'client' | 'clientOptions'>> {
  /** The name of its Deployment, roles and account: lower case, with dashes. */
  readonly name: string
  /** The namespace of the installation. @default the name, and `-system` */
  readonly namespace?: string
  /** The image of its Deployment. @default the name, and `:latest` */
  readonly image?: string
  /** The custom resources that it installs. */
  readonly resources?: readonly Installable[]
  /** Runnables beside the controllers, such as `replicate(…)`. The role includes their rules. */
  readonly runnables?: readonly Runnable[]
  readonly webhooks?: WebhookServerOptions
  /** In an installation, metrics are restricted to accounts that may `get` the path `/metrics`, unless `access` is `open`. */
  readonly metrics?: MetricsOptions
  readonly clientOptions?: NonNullable<ManagerOptions['clientOptions']>
  /** Other clusters that it works on. They get their own roles, in `deploy/remote`. */
  readonly clusters?: NonNullable<ManagerOptions['clusters']>
  /** Permissions in addition to those that controllers, webhooks and leases declare: for the use of `ctx.client` in a reconcile. */
  readonly grants?: readonly Grant[]
  readonly deployment?: DeploymentOptions
}

/** The part of a `defineResource` result that is needed for installation. */
export interface Installable {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly versions: readonly string[]
  crd(options?: CrdOptions): CustomResourceDefinition
  crdYaml(options?: CrdOptions): string
}

/** A permission of the operator that its declarations do not imply. */
export interface Grant {
  /** The empty string is the core group. */
  readonly group: string
  /** `pods`, or `pods/log`. */
  readonly resource: string
  readonly verbs: readonly string[]
  /** @default everywhere */
  readonly namespace?: string
  /** The name of the only object it applies to. @default all */
  readonly name?: string
  /** The cluster it applies to: that of the operator, or all others. @default 'home' */
  readonly cluster?: 'home' | 'remote'
  /** The reason, for reviewers of the role: `backups reads logs of failed jobs`. */
  readonly because: string
}

/** Settings of the Deployment that do not follow from the rest. Use a kustomize overlay for anything else. */
export interface DeploymentOptions {
  /** @default 2 with an election, 1 without */
  readonly replicas?: number
  /** @default 50m and 128Mi to begin with, 512Mi at most */
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>
    readonly limits?: Readonly<Record<string, string>>
  }
  readonly environment?: Readonly<Record<string, string>>
  /** TCP ports for egress in addition to DNS, 443 and 6443. @default none */
  readonly egressPorts?: readonly number[]
}

/**
 * Returns the configuration unchanged, typed.
 *
 * Failure: `KW_CLI_CONFIG` for an unknown key, also where a spread hides it from the compiler.
 */
export function defineConfig(config: OperatorConfig): OperatorConfig {
  assertConfigForm(config)
  return config
}
