/** The settings of the operator, from flags or environment variables. */
import { parseArgs } from 'node:util'
import { type ManagerFlags, managerFlags } from 'kubewright/manager'

/** Which replicas may act: all, one leader, or each on its shard of the websites. */
export const coordinations = ['alone', 'leader', 'shard'] as const
export type CoordinationName = (typeof coordinations)[number]

export interface HostingSettings {
  /** How many websites are reconciled at once. @default 15 */
  readonly concurrency: number
  readonly ingress: {
    /** @default the cluster's own */
    readonly className?: string
    /** Every website is served on all of them. @default any */
    readonly hosts: readonly string[]
    /** A Secret in each project, for all hosts. @default none */
    readonly tlsSecretName?: string
    readonly annotations: Readonly<Record<string, string>>
  }
}

export interface Settings {
  readonly coordination: CoordinationName
  readonly hosting: HostingSettings
  readonly manager: ManagerFlags
  readonly isHelpWanted: boolean
}

export const defaultHosting: HostingSettings = { concurrency: 15, ingress: { hosts: [], annotations: {} } }

const options = {
  coordination: { type: 'string' },
  'website-concurrency': { type: 'string' },
  'ingress-class': { type: 'string' },
  'ingress-host': { type: 'string', multiple: true },
  'ingress-tls-secret': { type: 'string' },
  'ingress-annotation': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

export const usage = `  --coordination <alone, leader or shard>  Who may act. Or WEBHOSTING_COORDINATION. (leader)
  --website-concurrency <number>           How many websites at once. Or WEBHOSTING_WEBSITE_CONCURRENCY. (15)
  --ingress-class <name>                   Who serves the Ingresses. Or WEBHOSTING_INGRESS_CLASS.
  --ingress-host <name>                    Where they are served; may be repeated. Or WEBHOSTING_INGRESS_HOSTS, by commas.
  --ingress-tls-secret <name>              With which certificate. Or WEBHOSTING_INGRESS_TLS_SECRET.
  --ingress-annotation <key=value>         On every Ingress; may be repeated.
`

/** Failure: throws an `Error` that names the flag or variable, and its valid values. */
export function readSettings(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const manager = managerFlags(argv)
  const { values } = parseArgs({ args: [...manager.rest], options, strict: true, allowPositionals: false })
  const given = (variable: string) => environment[`WEBHOSTING_${variable}`] || undefined
  const className = values['ingress-class'] ?? given('INGRESS_CLASS')
  const tlsSecretName = values['ingress-tls-secret'] ?? given('INGRESS_TLS_SECRET')
  return {
    coordination: coordinationOf(values.coordination ?? given('COORDINATION') ?? 'leader'),
    hosting: {
      concurrency: concurrencyOf(
        values['website-concurrency'] ?? given('WEBSITE_CONCURRENCY') ?? `${defaultHosting.concurrency}`,
      ),
      ingress: {
        hosts: values['ingress-host'] ?? given('INGRESS_HOSTS')?.split(',') ?? [],
        annotations: Object.fromEntries((values['ingress-annotation'] ?? []).map(annotationOf)),
        ...(className === undefined ? {} : { className }),
        ...(tlsSecretName === undefined ? {} : { tlsSecretName }),
      },
    },
    manager,
    isHelpWanted: values.help === true,
  }
}

function coordinationOf(text: string): CoordinationName {
  const found = coordinations.find((name) => name === text)
  if (found !== undefined) return found
  throw new Error(`--coordination is ${coordinations.join(', ')}, not ${JSON.stringify(text)}`)
}

function concurrencyOf(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= 1_000) return number
  throw new Error(`--website-concurrency is a whole number from 1 to 1000, not ${JSON.stringify(text)}`)
}

function annotationOf(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new Error(`--ingress-annotation is key=value, not ${JSON.stringify(text)}`)
}
