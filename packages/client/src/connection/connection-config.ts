/**
 * The connection to one API server as one user: address, trust, credentials, proxy.
 *
 * `loadConfig` finds it, `fromKubeConfig` takes it from the official client, or you write it yourself. It is plain data: nothing is
 * read or opened before `createTransport` sends its first request. Secrets in it print as `[redacted]`.
 */
import type { SecretText, Sensitive } from './secret-text.ts'

/** Text in a file. It is read on demand, and again when it may have changed. */
export interface FromFile {
  readonly file: string
}

/** A token file, with an initial token until the file can be read. */
export interface TokenFromFile extends FromFile {
  readonly initial?: Sensitive
}

/** A connection as users write it. */
export interface ConnectionInput {
  /** The URL of the API server: `https://10.0.0.1:6443`, optionally with a path. */
  readonly server: string
  /**
   * The default namespace.
   *
   * @default 'default'
   */
  readonly currentNamespace?: string
  /**
   * The trusted CA certificates, as PEM.
   *
   * @default the ones Node trusts
   */
  readonly ca?: string | FromFile
  /**
   * The expected name in the server's certificate.
   *
   * @default the host in `server`
   */
  readonly tlsServerName?: string
  /**
   * Disables verification of the server's certificate. An impostor then receives your credentials.
   *
   * @default false
   */
  readonly skipTlsVerify?: boolean
  /**
   * `http://`, `https://` or `socks5://`, optionally with user and password. `false` disables proxies, including those of the
   * environment.
   *
   * @default what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say
   */
  readonly proxy?: Sensitive | false
  /**
   * Lets the server compress large responses.
   *
   * @default true, but false for a server on this machine, where bandwidth costs nothing
   */
  readonly compression?: boolean
  readonly clientCertificate?: ClientCertificate
  /** A bearer token. */
  readonly token?: Sensitive | TokenFromFile
  readonly basic?: BasicLogin
  readonly exec?: ExecPlugin
  readonly oidc?: OidcLogin
  readonly impersonate?: Impersonation
}

/** A validated connection: defaults filled in, secrets concealed. */
export interface ConnectionConfig extends ConnectionInput {
  readonly currentNamespace: string
}

/** Certificate and key, as PEM. */
export interface ClientCertificate {
  /** The client's own certificate first, then its chain to the CA. */
  readonly certificate: string | FromFile
  readonly key: Sensitive | FromFile
}

/** A user name and password for HTTP basic authentication. */
export interface BasicLogin {
  readonly username: string
  readonly password: Sensitive
}

/** The versions of the protocol of credential plug-ins. */
export const execApiVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const
/** Whether a credential plug-in may use standard input. */
export const interactiveModes = ['Never', 'IfAvailable', 'Always'] as const

/** A credential plugin. It is run directly, never through a shell. */
export interface ExecPlugin {
  readonly apiVersion: (typeof execApiVersions)[number]
  readonly command: string
  readonly args?: readonly Sensitive[]
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, Sensitive>>
  /** Shown to users who do not have the program. */
  readonly installHint?: string
  /**
   * Passes the cluster to the plugin, in KUBERNETES_EXEC_INFO.
   *
   * @default false
   */
  readonly provideClusterInfo?: boolean
  /**
   * Whether the plugin may prompt the user at the terminal.
   *
   * @default 'IfAvailable'
   */
  readonly interactiveMode?: (typeof interactiveModes)[number]
  /** Passed to the plugin as `spec.cluster.config`; only with `provideClusterInfo`. */
  readonly clusterConfig?: unknown
}

/** An existing login at an OpenID Connect issuer; it is kept alive with the refresh token. */
export interface OidcLogin {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: Sensitive
  /** The trusted CA certificates of the issuer, as PEM. */
  readonly ca?: string | FromFile
  readonly idToken?: Sensitive
  readonly refreshToken?: Sensitive
  /** Stores renewed tokens. Issuers may accept a refresh token only once, so losing the new one requires a new login. */
  readonly save?: (tokens: OidcTokens) => Promise<void>
}

/** The renewed tokens of an OpenID Connect login, passed to `save` of `OidcLogin`. */
export interface OidcTokens {
  readonly idToken: SecretText
  readonly refreshToken: SecretText
}

/** Impersonates another user, which RBAC must allow with the verb `impersonate`. */
export interface Impersonation {
  readonly user: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export function isFromFile<Source extends FromFile>(source: string | SecretText | Source): source is Source {
  return typeof source === 'object' && 'file' in source
}
