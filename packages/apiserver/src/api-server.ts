/** A Kubernetes API server in the process: how it is asked for, and what it offers while it runs. */
import type { Clock, Ids, Random } from '@kubewright/core'
import type { AuditLog } from './audit/audit-log.ts'
import type { AuditPolicy } from './audit/audit-policy.ts'
import type { User } from './auth/user.ts'
import type { PodLogs } from './built-in/pod/pod-logs.ts'
import type { Faults } from './faults/faults.ts'
import type { LocalTransport } from './http/local-transport.ts'
import type { LocalWebhook } from './outbound/local-webhooks.ts'
import type { WebhookTransport } from './outbound/webhook-transport.ts'
import type { PodStreams } from './streaming/pod-streams.ts'

export interface ApiServerOptions {
  /** Where it listens with HTTPS. @default nowhere: only transports inside the process reach it */
  readonly listen?: ListenAddress
  /** @default the system's */
  readonly clock?: Clock
  readonly random?: Random
  readonly ids?: Ids
  /** Users by bearer token, besides the administrator. @default nobody */
  readonly users?: ReadonlyMap<string, User>
  /** Whether callers who show nothing are somebody. @default true */
  readonly allowsAnonymous?: boolean
  /**
   * Admission plugins to leave out, by the names kube-apiserver gives them. Nobody beside this server makes the account that
   * every pod needs, so without a controller that does the plugin for accounts is off, as in envtest.
   *
   * @default ['ServiceAccount']
   */
  readonly disabledPlugins?: readonly string[]
  /**
   * Whether the server empties namespaces that were deleted, and lets them go. Otherwise they wait for somebody who does:
   * in a cluster the controller manager.
   *
   * @default false
   */
  readonly emptiesNamespaces?: boolean
  /**
   * Whether the server fills cluster roles that gather the rules of others, such as `admin`, `edit` and `view`. In a cluster
   * the controller manager does; without anybody who does they are empty.
   *
   * @default true
   */
  readonly aggregatesRoles?: boolean
  /**
   * Whether the server checks the expressions of validating policies against the kinds they are about, and says in their
   * status what is odd. In a cluster the controller manager does.
   *
   * @default false
   */
  readonly checksPolicies?: boolean
  /**
   * Services get addresses in 10.0.0.0 with a prefix of this length: 24 has room for 254 of them, 16 for 65,534.
   *
   * @default 24
   */
  readonly servicePrefix?: number
  /**
   * Reads that are served at once, of all users together except `system:masters`. Others wait for their turn for up to 15 seconds,
   * and are then answered with 429. Watches, logs and the like are not counted.
   *
   * @default 400
   */
  readonly maxRequestsInFlight?: number
  /** The same for writes. @default 200 */
  readonly maxMutatingRequestsInFlight?: number
  /** Where objects are kept, with the keys the server is trusted by. @default nowhere: they end with the server */
  readonly dataDirectory?: string
  /** What the audit tells of which requests. @default who did what, without bodies, of all of them */
  readonly auditPolicy?: AuditPolicy
  /**
   * How webhooks are called. A map holds functions that answer in the process, by host and port: `hooks.test:443`, or
   * `name.namespace.svc:443` for a service; everybody else is called over HTTPS.
   *
   * @default over HTTPS
   */
  readonly webhooks?: WebhookTransport | ReadonlyMap<string, LocalWebhook>
  /**
   * Where this machine finds an endpoint of a service, by its address in the cluster. With it, a webhook that is given by its
   * `service` is called at one of the service's ready endpoints, as kube-apiserver does with `--enable-aggregator-routing`.
   *
   * @default services are called at their address in the cluster
   */
  readonly serviceEndpoints?: (address: string) => string
  /** What containers wrote, for `kubectl logs`. @default nobody knows: no kubelets are behind this server */
  readonly podLogs?: PodLogs
  /** What goes on in containers, for `kubectl exec`, `attach` and `port-forward`. @default nobody knows */
  readonly podStreams?: PodStreams
  /** Hears of failures that are the server's own fault. @default writes them to stderr */
  readonly report?: (error: unknown) => void
}

export interface ListenAddress {
  /** @default '127.0.0.1' */
  readonly host?: string
  /** 0 lets the system choose. @default 0 */
  readonly port?: number
  /** Host names and addresses by which it is found, besides the loopback's and the cluster's own. */
  readonly names?: readonly string[]
}

export interface ApiServer extends AsyncDisposable {
  /** A client's transport to this server, without a socket. Whoever has the server may be anybody. */
  transport(options?: TransportOptions): LocalTransport
  /** Where it listens, if it does. */
  readonly endpoint: Endpoint | undefined
  /** What goes wrong, when you want it to. */
  readonly faults: Faults
  /** What happens, for those who listen. */
  readonly audit: Pick<AuditLog, 'listen'>
  /**
   * The version of the newest change to any object of a kind, deletions and what the server itself does included: whoever keeps
   * what it listed knows whether that is still true, without asking. 0 if there was none; `undefined` if the kind is not served.
   */
  changedAt(kind: { readonly group: string; readonly version: string; readonly plural: string }): number | undefined
}

export interface TransportOptions {
  /** Who calls. @default the administrator */
  readonly user?: User
  /** Who calls, as a token proves it: one of `users`, or a service account's. Comes before `user`. */
  readonly token?: string
  /**
   * Whether watches never end by themselves, and send no bookmarks but the one behind what was there: they cost nothing while
   * nothing happens. For clients that do not take silence for a lost connection, which inside a process it never is.
   *
   * @default false
   */
  readonly lastingWatches?: boolean
}

/** All that somebody outside the process needs to get in as the administrator. */
export interface Endpoint {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  readonly port: number
  /** PEM of the authority that vouches for the server. */
  readonly authority: string
  /** The administrator's. Whoever has it may do everything: keep it out of logs. */
  readonly token: string
  /** A kubeconfig for the administrator, as YAML. It holds the token. */
  kubeconfig(): string
}
