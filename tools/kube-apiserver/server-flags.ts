/** The command lines of etcd and kube-apiserver. Pure. */

/** `true` and `false` become `--name=true` and `--name=false`; `undefined` removes a default. */
export type Flags = Readonly<Record<string, string | number | boolean | undefined>>

export interface Ports {
  readonly etcd: number
  readonly etcdPeer: number
  readonly apiserver: number
}

export interface ServerPaths {
  readonly etcdData: string
  readonly certificates: string
  readonly serviceAccountKey: string
  readonly tokens: string
}

/** One member, without durability where etcd allows it: nothing outlives the test. */
export function etcdFlags(ports: Ports, paths: ServerPaths): Flags {
  return {
    'listen-client-urls': `http://127.0.0.1:${ports.etcd}`,
    'advertise-client-urls': `http://127.0.0.1:${ports.etcd}`,
    'listen-peer-urls': `http://127.0.0.1:${ports.etcdPeer}`,
    'data-dir': paths.etcdData,
    'unsafe-no-fsync': true,
    'log-level': 'warn',
  }
}

/**
 * The flags of envtest, so that results carry over: RBAC is on, and the service account admission plugin is off because no
 * controller creates service accounts. The advertised address is explicit, because a machine without a default route cannot
 * determine one.
 */
export function apiserverFlags(ports: Ports, paths: ServerPaths): Flags {
  return {
    'etcd-servers': `http://127.0.0.1:${ports.etcd}`,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'endpoint-reconciler-type': 'none',
    'secure-port': ports.apiserver,
    'cert-dir': paths.certificates,
    'token-auth-file': paths.tokens,
    'authorization-mode': 'RBAC',
    'service-account-issuer': `https://127.0.0.1:${ports.apiserver}/`,
    'service-account-key-file': paths.serviceAccountKey,
    'service-account-signing-key-file': paths.serviceAccountKey,
    'service-cluster-ip-range': '10.0.0.0/24',
    'allow-privileged': true,
    'disable-admission-plugins': 'ServiceAccount',
  }
}

/** `{ WatchList: true }` as the `feature-gates` flag; empty if there are none. */
export function featureGateFlag(gates: Readonly<Record<string, boolean>>): Flags {
  const pairs = Object.entries(gates).map(([name, isOn]) => `${name}=${isOn}`)
  return pairs.length === 0 ? {} : { 'feature-gates': pairs.join(',') }
}

/** Later flags override earlier ones of the same name. */
export function toArguments(...layers: readonly Flags[]): string[] {
  return Object.entries(Object.assign({}, ...layers) as Flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  )
}
