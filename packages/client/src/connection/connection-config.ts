/**
 * What it takes to talk to one API server as one user: where it is, whom to trust, who we are, which way to go.
 *
 * `loadConfig` finds it, `fromKubeConfig` takes it from the official client, or you write it yourself. It is plain data:
 * nothing is read or opened before `createTransport` sends its first request. Secrets in it print as `[redacted]`.
 */
import type { SecretText, Sensitive } from './secret-text.ts'

/** A text that lives in a file. It is read when it is needed, and again when it may have changed. */
export interface FromFile {
  readonly file: string
}

/** A token file, with a token to start from until the file can be read. */
export interface TokenFromFile extends FromFile {
  readonly initial?: Sensitive
}

/** A connection as you write it. */
export interface ConnectionInput {
  /** Where the API server is: `https://10.0.0.1:6443`, perhaps followed by a path below which it lives. */
  readonly server: string
  /**
   * The namespace to work in when nothing else is said.
   *
   * @default 'default'
   */
  readonly currentNamespace?: string
  /**
   * The certificates to trust, as PEM.
   *
   * @default the ones Node trusts
   */
  readonly ca?: string | FromFile
  /**
   * The name the server's certificate has to be for.
   *
   * @default the host in `server`
   */
  readonly tlsServerName?: string
  /**
   * Talks to whoever answers. Your credentials go to them too.
   *
   * @default false
   */
  readonly skipTlsVerify?: boolean
  /**
   * `http://`, `https://` or `socks5://`, perhaps with user and password. `false` means none, whatever the environment
   * says.
   *
   * @default what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say
   */
  readonly proxy?: Sensitive | false
  /**
   * Lets the server compress large answers.
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

/** A connection that has been checked: defaults filled in, secrets guarded. */
export interface ConnectionConfig extends ConnectionInput {
  readonly currentNamespace: string
}

/** Certificate and key, as PEM. */
export interface ClientCertificate {
  /** The client's own certificate first, then those that lead to the CA. */
  readonly certificate: string | FromFile
  readonly key: Sensitive | FromFile
}

export interface BasicLogin {
  readonly username: string
  readonly password: Sensitive
}

export const execApiVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const
export const interactiveModes = ['Never', 'IfAvailable', 'Always'] as const

/** A program that prints credentials. It is run directly, never through a shell. */
export interface ExecPlugin {
  readonly apiVersion: (typeof execApiVersions)[number]
  readonly command: string
  readonly args?: readonly Sensitive[]
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, Sensitive>>
  /** What to tell somebody who does not have the program. */
  readonly installHint?: string
  /**
   * Tells the plugin about the cluster, in KUBERNETES_EXEC_INFO.
   *
   * @default false
   */
  readonly provideClusterInfo?: boolean
  /**
   * Whether the plugin may ask the person at the terminal.
   *
   * @default 'IfAvailable'
   */
  readonly interactiveMode?: (typeof interactiveModes)[number]
  /** Handed to the plugin as `spec.cluster.config`; only with `provideClusterInfo`. */
  readonly clusterConfig?: unknown
}

/** A login at an OpenID Connect issuer that was done before; it is kept alive with the refresh token. */
export interface OidcLogin {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: Sensitive
  /** The certificates to trust at the issuer, as PEM. */
  readonly ca?: string | FromFile
  readonly idToken?: Sensitive
  readonly refreshToken?: Sensitive
  /** Keeps renewed tokens. Issuers may accept a refresh token only once, so losing the new one means logging in again. */
  readonly save?: (tokens: OidcTokens) => Promise<void>
}

export interface OidcTokens {
  readonly idToken: SecretText
  readonly refreshToken: SecretText
}

/** Acting as somebody else, which RBAC has to allow with the verb `impersonate`. */
export interface Impersonation {
  readonly user: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export function isFromFile<Source extends FromFile>(source: string | SecretText | Source): source is Source {
  return typeof source === 'object' && 'file' in source
}
