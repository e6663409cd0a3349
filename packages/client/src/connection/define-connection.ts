/** Validates a connection and conceals its secrets. */
import { nameProblems } from '@kubewright/core/object'
import type {
  ClientCertificate,
  ConnectionConfig,
  ConnectionInput,
  ExecPlugin,
  FromFile,
  OidcLogin,
  TokenFromFile,
} from './connection-config.ts'
import { execApiVersions, interactiveModes, isFromFile } from './connection-config.ts'
import { connectionErrors } from './errors.ts'
import { impersonationProblem } from './impersonation.ts'
import { concealed, revealed, type SecretText, type Sensitive } from './secret-text.ts'
import { hostOf, isLoopback, parseServer } from './server-address.ts'
import { parseProxy } from './wire/proxy-url.ts'

/**
 * Validates a connection written by hand. It touches neither disk nor network.
 *
 * Failure: `KW_CLIENT_CONFIG_INVALID` or `KW_CLIENT_CONFIG_CONFLICT`, naming the field.
 *
 * @example
 * ```ts
 * const connection = defineConnection({ server: 'https://10.0.0.1:6443/', token: 's3cr3t' })
 * connection.server // => 'https://10.0.0.1:6443'
 * connection.currentNamespace // => 'default'
 * JSON.stringify(connection.token) // => '"[redacted]"'
 * ```
 */
export function defineConnection(input: ConnectionInput): ConnectionConfig {
  const speaksOfTls = [input.ca, input.clientCertificate, input.skipTlsVerify || undefined].some((field) => field)
  const url = parseServer(input.server, speaksOfTls)
  refuse(conflictIn(input), 'KW_CLIENT_CONFIG_CONFLICT', url)
  refuse(problemIn(input, url), 'KW_CLIENT_CONFIG_INVALID', url)
  return Object.freeze({
    ...input,
    server: url.href.replace(/\/$/, ''),
    currentNamespace: input.currentNamespace ?? 'default',
    ...(input.proxy && { proxy: guardedProxy(input.proxy) }),
    ...(input.token && { token: guardedToken(input.token) }),
    ...(input.basic && { basic: { ...input.basic, password: concealed(input.basic.password) } }),
    ...(input.clientCertificate && { clientCertificate: guardedPair(input.clientCertificate) }),
    ...(input.exec && { exec: guardedPlugin(input.exec) }),
    ...(input.oidc && { oidc: guardedLogin(input.oidc) }),
  })
}

interface Problem {
  readonly field: string
  readonly why: string
  readonly next: string
}

/** Logins that set the authorization header: at most one can be used. */
const logins = ['token', 'basic', 'exec', 'oidc'] as const

function conflictIn(input: ConnectionInput): Problem | undefined {
  const given = logins.filter((login) => input[login] !== undefined)
  if (given.length > 1) {
    return {
      field: given[0]!,
      why: `${given.join(' and ')} are set, but a connection uses one of them`,
      next: 'Keep one of them.',
    }
  }
  if (input.ca !== undefined && input.skipTlsVerify === true) {
    return {
      field: 'skipTlsVerify',
      why: 'with skipTlsVerify every certificate is accepted, so ca would have no effect',
      next: 'Remove skipTlsVerify.',
    }
  }
  return undefined
}

function problemIn(input: ConnectionInput, url: URL): Problem | undefined {
  return (
    clearTextProblem(input, url) ??
    namespaceProblem(input.currentNamespace) ??
    pluginProblem(input.exec) ??
    oidcProblem(input.oidc) ??
    impersonationProblem(input.impersonate)
  )
}

function clearTextProblem(input: ConnectionInput, url: URL): Problem | undefined {
  const login = [...logins, 'clientCertificate' as const].find((field) => input[field] !== undefined)
  if (url.protocol === 'https:' || login === undefined || isLoopback(hostOf(url))) return undefined
  return {
    field: login,
    why: `the server is http and not on this machine, so ${login} would be sent unencrypted`,
    next: 'Use https, or leave the credentials out.',
  }
}

function namespaceProblem(namespace: string | undefined): Problem | undefined {
  const problems = namespace === undefined ? [] : nameProblems('dns1123Label', namespace)
  if (problems.length === 0) return undefined
  return {
    field: 'currentNamespace',
    why: `${JSON.stringify(namespace)} is not a namespace: ${problems[0]}`,
    next: 'Write the name of a namespace.',
  }
}

function pluginProblem(plugin: ExecPlugin | undefined): Problem | undefined {
  if (!plugin) return undefined
  if (plugin.command === '')
    return {
      field: 'exec.command',
      why: 'exec has no command',
      next: "Set it to the credential plugin: `command: 'aws'`.",
    }
  const choices = { apiVersion: execApiVersions, interactiveMode: interactiveModes } as const
  for (const field of ['apiVersion', 'interactiveMode'] as const) {
    const value: string | undefined = plugin[field]
    const allowed: readonly string[] = choices[field]
    if (value === undefined || allowed.includes(value)) continue
    return {
      field: `exec.${field}`,
      why: `${field} of the exec plugin is ${JSON.stringify(value)}`,
      next: `Write one of ${allowed.join(', ')}.`,
    }
  }
  const badName = Object.keys(plugin.env ?? {}).find((name) => !/^[^=\0]+$/.test(name))
  if (badName === undefined) return undefined
  return {
    field: 'exec.env',
    why: `${JSON.stringify(badName)} cannot be the name of an environment variable`,
    next: 'Write a name that is not empty and has no equals sign.',
  }
}

function oidcProblem(login: OidcLogin | undefined): Problem | undefined {
  if (!login) return undefined
  if (login.clientId === '') return { field: 'oidc.clientId', why: 'oidc has no client id', next: 'Set clientId.' }
  const issuer = URL.canParse(login.issuer) ? new URL(login.issuer) : undefined
  const isSafe = issuer?.protocol === 'https:' || (issuer?.protocol === 'http:' && isLoopback(hostOf(issuer)))
  return isSafe
    ? undefined
    : { field: 'oidc.issuer', why: 'the issuer of oidc is not an https URL', next: 'Write it as https://host/path.' }
}

function refuse(
  problem: Problem | undefined,
  code: 'KW_CLIENT_CONFIG_INVALID' | 'KW_CLIENT_CONFIG_CONFLICT',
  url: URL,
): void {
  if (!problem) return
  throw connectionErrors(code, {
    what: `use the connection to ${url.host}`,
    why: problem.why,
    next: problem.next,
    details: { field: problem.field },
  })
}

function guardedProxy(proxy: Sensitive): Sensitive {
  const { url } = parseProxy(revealed(proxy))
  return url.username === '' && url.password === '' ? revealed(proxy) : concealed(proxy)
}

function guarded<Source extends FromFile>(text: Sensitive | Source): SecretText | Source {
  return isFromFile<Source>(text) ? text : concealed(text)
}

function guardedToken(token: Sensitive | TokenFromFile): SecretText | TokenFromFile {
  const guardedOne = guarded<TokenFromFile>(token)
  if (!isFromFile<TokenFromFile>(guardedOne) || guardedOne.initial === undefined) return guardedOne
  return { ...guardedOne, initial: concealed(guardedOne.initial) }
}

function guardedPair({ certificate, key }: ClientCertificate): ClientCertificate {
  return { certificate, key: guarded<FromFile>(key) }
}

/** Arguments and variables often carry credentials, so all of them are concealed, as in kubectl. */
function guardedPlugin(plugin: ExecPlugin): ExecPlugin {
  return {
    ...plugin,
    ...(plugin.args && { args: plugin.args.map(concealed) }),
    ...(plugin.env && {
      env: Object.fromEntries(Object.entries(plugin.env).map(([name, value]) => [name, concealed(value)])),
    }),
  }
}

function guardedLogin(login: OidcLogin): OidcLogin {
  return {
    ...login,
    ...(login.clientSecret && { clientSecret: concealed(login.clientSecret) }),
    ...(login.idToken && { idToken: concealed(login.idToken) }),
    ...(login.refreshToken && { refreshToken: concealed(login.refreshToken) }),
  }
}
