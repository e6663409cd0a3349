/**
 * A webhook server: HTTPS, certificate rotation, and installation in the cluster.
 *
 * It listens before the webhooks are installed, and the CA bundle is published before a new certificate is served. Every
 * replica of a program serves, leader or not.
 */
import { type Clock, type Logger, silentLogger, sleep, systemClock } from '@kubewright/core'
import { type Random, systemRandom } from '@kubewright/core/random'
import { track } from '@kubewright/core/tasks'
import { lifetimesOf } from '../certificates/certificate-lifetimes.ts'
import type { CertificateFiles } from '../certificates/certificate-files.ts'
import { type ServingCertificate, validityOf } from '../certificates/serving-certificate.ts'
import { removeWebhooks } from '../configuration/install-webhooks.ts'
import { webhookErrors } from '../errors.ts'
import { allOf, type WebhookObserver } from '../metrics/webhook-observer.ts'
import { type WebhookMetrics, webhookMetrics } from '../metrics/webhook-metrics.ts'
import type { WebhookCluster } from '../webhook-cluster.ts'
import { type CertificateSource, fileSource, issuedSource } from './certificate-source.ts'
import { type HttpsServer, startHttpsServer } from './https-server.ts'
import { createWebhookHandler } from './webhook-handler.ts'
import type { WebhookServerOptions } from './webhook-server-options.ts'

/** What a server needs from its process; a manager provides all of it. */
export interface WebhookServerHost {
  /** Needed for an `installation`. */
  readonly client?: WebhookCluster
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
  /** @default none */
  readonly log?: Logger
}

/** An HTTPS server for webhooks, as `createWebhookServer` returns it. */
export interface WebhookServer {
  /**
   * Resolves once requests are served and the webhooks are installed. Call it once.
   *
   * Failure: `KW_WEBHOOK_PORT`, `KW_WEBHOOK_CERTIFICATE`, `KW_WEBHOOK_INSTALL`, and any error of the cluster.
   */
  start(host: WebhookServerHost, signal: AbortSignal): Promise<void>
  /** Finishes the requests in flight, then resolves. */
  stop(): Promise<void>
  /** Why it is unhealthy; `undefined` if it is healthy. */
  readonly check: () => string | undefined
  readonly metrics: Pick<WebhookMetrics, 'collect'>
  /** The port, while it listens. */
  readonly port: number | undefined
}

/**
 * Failure: `KW_WEBHOOK_DEFINITION` if two webhooks have the same name, or issued certificates have no `installation` or could
 * expire before they are replaced.
 *
 * @example
 * ```ts
 * import { Pod } from '@kubewright/kubernetes'
 *
 * const pods = defineAdmission({ for: Pod, name: 'pods.policy.example.dev', validate: { create: () => [] } })
 * const server = createWebhookServer({
 *   serve: [pods],
 *   certificates: { secret: { name: 'policy-webhooks', namespace: 'system' } },
 *   installation: { name: 'policy', service: { name: 'policy', namespace: 'system' } },
 * })
 * server.check() // => 'webhooks are not served yet'
 * ```
 */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  return new RunningWebhooks(options)
}

class RunningWebhooks implements WebhookServer {
  readonly metrics: WebhookMetrics
  readonly #options: WebhookServerOptions
  readonly #observer: Required<WebhookObserver>
  readonly #ending = new AbortController()
  #host: Required<Omit<WebhookServerHost, 'client'>> & Pick<WebhookServerHost, 'client'>
  #server: HttpsServer | undefined
  #serving: ServingCertificate | undefined
  #keeping: Promise<void> | undefined
  /**
   * Whether this server has installed webhook configurations, so that `stop` may remove them. A server that failed to start must
   * not: a running one may use configurations of the same name.
   */
  #hasInstalled = false
  /** Why the last round failed. */
  #problem: string | undefined

  constructor(options: WebhookServerOptions) {
    checkCertificates(options)
    this.#options = options
    this.#host = { clock: systemClock, random: systemRandom, log: silentLogger }
    this.metrics = webhookMetrics(createWebhookHandler(options.serve).paths)
    this.#observer = allOf([this.metrics.observer, ...(options.observer === undefined ? [] : [options.observer])])
  }

  get port(): number | undefined {
    return this.#server?.port
  }

  readonly check = (): string | undefined => {
    if (this.#server === undefined || this.#serving === undefined) return 'webhooks are not served yet'
    const leftMs = validityOf(this.#serving.certificate).notAfterMs - this.#host.clock.now()
    if (leftMs <= 0) return `the certificate of webhooks has expired${this.#problem ? `: ${this.#problem}` : ''}`
    return undefined
  }

  async start({ client, ...host }: WebhookServerHost, signal: AbortSignal): Promise<void> {
    this.#host = { ...this.#host, ...host, ...(client === undefined ? {} : { client }) }
    const { clock, log } = this.#host
    const stopping = AbortSignal.any([signal, this.#ending.signal])
    const source = this.#source()
    this.#serving = await this.#read(() => source.prepare(stopping))
    const { port = 9443, host: address, limits, serve } = this.#options
    const handler = createWebhookHandler(serve, { observer: this.#logging(), clock })
    this.#server = await startHttpsServer(handler, {
      port,
      host: address,
      certificate: this.#serving,
      limits,
      clock,
      report: (error, at) =>
        log.warn(
          at === 'request'
            ? 'webhook request could not be answered'
            : 'webhook listener reported an error, still serving',
          { error },
        ),
    })
    await this.#keep(source, stopping)
    this.#hasInstalled = true
    this.#keeping = track('keep the certificates of webhooks', this.#keepOn(source, stopping))
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('the webhook server stops'))
    await this.#keeping
    const { installation } = this.#options
    const { client } = this.#host
    try {
      // Remove the configurations before the server stops responding.
      const removes = this.#hasInstalled && installation?.removeOnStop && client !== undefined
      if (removes) await removeWebhooks(client, { name: installation.name })
    } finally {
      await this.#server?.[Symbol.asyncDispose]()
      this.#server = undefined
    }
  }

  #source(): CertificateSource {
    const { certificates, installation, serve: webhooks } = this.#options
    const { clock, random, client } = this.#host
    const parts = { webhooks, clock, random }
    if (installation === undefined) return fileSource(filesOf(certificates), { ...parts, told: undefined })
    if (client === undefined) throw noCluster()
    // A start that fails between two writes has installed, too.
    const cluster = tellingApplies(client, () => (this.#hasInstalled ||= this.#server !== undefined))
    const told = { cluster, installation }
    const source = isIssued(certificates) ? issuedSource(certificates, { ...parts, told }) : undefined
    return source ?? fileSource(filesOf(certificates), { ...parts, told })
  }

  async #keepOn(source: CertificateSource, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#host
    while (!signal.aborted) {
      try {
        await sleep(clock, source.every, signal)
        await this.#keep(source, signal)
        this.#problem = undefined
      } catch (error) {
        if (signal.aborted) return
        this.#problem = error instanceof Error ? error.message : String(error)
        const message =
          'webhook certificate or configurations could not be updated, serving the current certificate, will retry'
        log.warn(message, { error })
      }
    }
  }

  async #keep(source: CertificateSource, signal: AbortSignal): Promise<void> {
    const found = await this.#read(() => source.keep(signal))
    const isNew = found.certificate !== this.#serving?.certificate || found.key !== this.#serving.key
    if (!isNew) return
    this.#server?.replaceCertificate(found)
    this.#serving = found
    this.#host.log.info('webhook certificate replaced')
  }

  async #read(read: () => Promise<ServingCertificate>): Promise<ServingCertificate> {
    try {
      const found = await read()
      this.#observer.certificateRead(undefined)
      return found
    } catch (error) {
      this.#observer.certificateRead(error)
      throw error
    }
  }

  /** Logs failed functions with their errors. */
  #logging(): WebhookObserver {
    return allOf([
      this.#observer,
      {
        failed: (of, webhook, error, call) =>
          this.#host.log.error('webhook function failed', { of, webhook, ...call, error }),
      },
    ])
  }
}

/** The cluster; reports each configuration that was applied. */
function tellingApplies(cluster: WebhookCluster, applied: () => void): WebhookCluster {
  return {
    get: (resource, ref, options) => cluster.get(resource, ref, options),
    list: (resource, options) => cluster.list(resource, options),
    create: (resource, object, options) => cluster.create(resource, object, options),
    update: (resource, object, options) => cluster.update(resource, object, options),
    async apply(resource, object, options) {
      const result = await cluster.apply(resource, object, options)
      applied()
      return result
    },
    patch: (resource, ref, patch, options) => cluster.patch(resource, ref, patch, options),
    delete: (resource, ref, options) => cluster.delete(resource, ref, options),
  }
}

type Certificates = WebhookServerOptions['certificates']

function isIssued(given: Certificates): given is Extract<Certificates, { readonly secret: object }> {
  return typeof given === 'object' && 'secret' in given
}

function checkCertificates({ certificates, installation }: WebhookServerOptions): void {
  if (!isIssued(certificates)) return
  if (installation === undefined) throw nobodyIsTold()
  const { secret: _, ...lifetimes } = certificates
  lifetimesOf(lifetimes)
}

/** For certificates that are not issued. */
function filesOf(given: Certificates): CertificateFiles {
  return typeof given === 'string' ? { directory: given } : (given as CertificateFiles)
}

function nobodyIsTold(): Error {
  return webhookErrors('KW_WEBHOOK_DEFINITION', {
    what: 'issue certificates for webhooks',
    why: 'no `installation` registers them, so the API server would not trust them',
    next: 'Set `installation: { name, service: { name, namespace } }`, or read certificates from files.',
  })
}

function noCluster(): Error {
  return webhookErrors('KW_WEBHOOK_INSTALL', {
    what: 'install the webhook configurations',
    why: 'no client was passed',
    next: 'Pass `client` to `start`, or let a manager start the server.',
  })
}
