/** The options and the public interface of an API server that runs inside the process. */
import type { Clock } from '@kubewright/core'
import type { Ids, Random } from '@kubewright/core/random'
import type { AuditLog } from './audit/audit-log.ts'
import type { AuditPolicy } from './audit/audit-policy.ts'
import type { User } from './identity/user.ts'
import type { PodLogs } from '@kubewright/core/containers'
import type { Faults } from './faults/faults.ts'
import type { LocalTransport } from './http/local-transport.ts'
import type { LocalWebhook } from './outbound/local-webhooks.ts'
import type { WebhookTransport } from './outbound/webhook-transport.ts'
import type { PodStreams } from '@kubewright/core/containers'

/** Options of `startApiServer`. */
export interface ApiServerOptions {
  /** The HTTPS address to listen on. @default nowhere: only transports inside the process reach it */
  readonly listen?: ListenAddress
  /** @default the system's */
  readonly clock?: Clock
  readonly random?: Random
  readonly ids?: Ids
  /** Users by bearer token, besides the administrator. @default none */
  readonly users?: ReadonlyMap<string, User>
  /** Whether requests without credentials are served as `system:anonymous`. @default true */
  readonly allowsAnonymous?: boolean
  /**
   * Admission plugins to disable, by their kube-apiserver names. `ServiceAccount` is off by default, as in envtest: no controller
   * manager runs beside this server to create the service account that every pod needs.
   *
   * @default ['ServiceAccount']
   */
  readonly disabledPlugins?: readonly string[]
  /**
   * Whether the server empties deleted namespaces and removes their finalizer. Otherwise they stay in `Terminating` until another
   * client does it; in a cluster that is the controller manager.
   *
   * @default false
   */
  readonly emptiesNamespaces?: boolean
  /**
   * Whether the server fills in the rules of aggregated cluster roles, such as `admin`, `edit` and `view`. In a cluster the
   * controller manager does this; if nothing does, those roles are empty.
   *
   * @default true
   */
  readonly aggregatesRoles?: boolean
  /**
   * Whether the server type-checks the expressions of ValidatingAdmissionPolicies against the kinds they match, and reports
   * warnings in their status. In a cluster the controller manager does this.
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
   * How many reads are served concurrently, for all users together except `system:masters`. Further reads wait up to 15 seconds and
   * then fail with 429. Long-running requests (watches, logs and the like) are not counted.
   *
   * @default 400
   */
  readonly maxRequestsInFlight?: number
  /** The same for writes. @default 200 */
  readonly maxMutatingRequestsInFlight?: number
  /** The directory that stores objects and the server's keys. @default nowhere: they end with the server */
  readonly dataDirectory?: string
  /** The audit level of each request. @default the level Metadata for every request, without bodies */
  readonly auditPolicy?: AuditPolicy
  /**
   * How webhooks are called. A map holds in-process handlers by host and port: `hooks.test:443`, or
   * `name.namespace.svc:443` for a service; all other webhooks are called over HTTPS.
   *
   * @default over HTTPS
   */
  readonly webhooks?: WebhookTransport | ReadonlyMap<string, LocalWebhook>
  /**
   * Maps the address of a service endpoint inside the cluster to one that this machine can reach. With it, a webhook configured by
   * `service` is called at one of the service's ready endpoints, as kube-apiserver does with `--enable-aggregator-routing`.
   *
   * @default services are called at their address in the cluster
   */
  readonly serviceEndpoints?: (address: string) => string
  /** Source of container logs, for `kubectl logs`. @default none: there are no kubelets behind this server */
  readonly podLogs?: PodLogs
  /** Backend for `kubectl exec`, `attach` and `port-forward`. @default none */
  readonly podStreams?: PodStreams
  /** Called with internal errors of the server. @default writes them to stderr */
  readonly report?: (error: unknown) => void
}

/** The address and certificate names of the HTTPS listener. */
export interface ListenAddress {
  /** @default '127.0.0.1' */
  readonly host?: string
  /** 0 lets the system choose. @default 0 */
  readonly port?: number
  /** Further host names and addresses for the serving certificate, besides loopback and the cluster's own. */
  readonly names?: readonly string[]
}

/** A Kubernetes API server that runs inside the process until it is disposed. */
export interface ApiServer extends AsyncDisposable {
  /** A client transport to this server, without a socket. It can impersonate any user. */
  transport(options?: TransportOptions): LocalTransport
  /** `undefined` if the server does not listen. */
  readonly endpoint: Endpoint | undefined
  /** Fault injection. */
  readonly faults: Faults
  /** The audit log. */
  readonly audit: Pick<AuditLog, 'listen'>
  /**
   * The revision of the newest change to any object of a kind, including deletions and the server's own writes. A client that caches
   * a list can use it to check for staleness without a request. 0 if there was none; `undefined` if the kind is not served.
   */
  changedAt(kind: { readonly group: string; readonly version: string; readonly plural: string }): number | undefined
}

/** Options of `server.transport`: the identity of the requests, and the lifetime of watches. */
export interface TransportOptions {
  /** The user that requests run as. @default the administrator */
  readonly user?: User
  /** A bearer token that identifies the user: one of `users`, or a service account's. Takes precedence over `user`. */
  readonly token?: string
  /**
   * Whether watches never time out, and send no bookmarks except the one that ends the initial events, so an idle watch costs
   * nothing. For clients that do not treat silence as a lost connection; within a process no connection is lost.
   *
   * @default false
   */
  readonly lastingWatches?: boolean
  /** The clock of the bookmarks and time-outs of watches. @default the server's */
  readonly watchClock?: Clock
}

/** Everything a client outside the process needs to connect as the administrator. */
export interface Endpoint {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  readonly port: number
  /** PEM of the certificate authority that signed the serving certificate. */
  readonly authority: string
  /** The administrator's token. It grants full access: keep it out of logs. */
  readonly token: string
  /** A kubeconfig for the administrator, as YAML. It holds the token. */
  kubeconfig(): string
}
