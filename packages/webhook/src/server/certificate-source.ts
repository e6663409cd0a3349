/** The source of a server's certificate, and how it stays current: from files, or from a Secret managed by the program. */
import { type Clock, type Duration, isKubewrightError, sleep, toMs } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { type CertificateFiles, readCertificate } from '../certificates/certificate-files.ts'
import { CertificateKeeper } from '../certificates/certificate-keeper.ts'
import { lifetimesOf } from '../certificates/certificate-lifetimes.ts'
import { readBundles } from '../certificates/installed-bundles.ts'
import { SharedBundle } from '../certificates/shared-bundle.ts'
import type { ServingCertificate } from '../certificates/serving-certificate.ts'
import { installWebhooks, unlessOvertaken } from '../configuration/install-webhooks.ts'
import { hostsOf } from '../configuration/webhook-address.ts'
import type { Webhook } from '../webhook.ts'
import type { WebhookCluster } from '../webhook-cluster.ts'
import type { IssuedCertificateOptions, WebhookInstallation } from './webhook-server-options.ts'

export interface CertificateSource {
  /** Interval between two rounds. */
  readonly every: Duration
  /** The first certificate, before the server listens. */
  prepare(signal: AbortSignal): Promise<ServingCertificate>
  /** One round: returns the current certificate, and publishes its authority to the cluster. */
  keep(signal: AbortSignal): Promise<ServingCertificate>
}

export interface SourceParts {
  readonly webhooks: readonly Webhook[]
  readonly clock: Clock
  readonly random: Random
  /** Unset if nothing is to be published to the cluster. */
  readonly told: { readonly cluster: WebhookCluster; readonly installation: WebhookInstallation } | undefined
}

/** Poll interval of the files; kubelet itself takes about a minute to update them. */
const filesPoll: Duration = '10s'
/** How often the cluster is checked, because another client may have changed its configurations. */
const tellEveryMs = 60_000
/** How long to wait at the start for missing files, and the pause between two attempts. */
const patience = { totalMs: 10_000, pause: '1s' } as const

export function fileSource(files: CertificateFiles, { webhooks, clock, told }: SourceParts): CertificateSource {
  /** The last publication to the cluster; `undefined` before the first one. */
  let last: { readonly authority: string | undefined; readonly atMs: number } | undefined
  const tell = async (authority: string | undefined, signal: AbortSignal) => {
    const isFresh = last?.authority === authority && last !== undefined && clock.elapsed() - last.atMs < tellEveryMs
    if (told === undefined || isFresh) return
    const { cluster, installation } = told
    if (authority === undefined) await installWebhooks(cluster, webhooks, { ...installation, signal })
    else await unlessOvertaken(() => addAuthority(authority, signal, told))
    last = { authority, atMs: clock.elapsed() }
  }
  const bundle = new SharedBundle(clock)
  const addAuthority = async (
    authority: string,
    signal: AbortSignal,
    { cluster, installation }: NonNullable<SourceParts['told']>,
  ) => {
    const trusted = await readBundles(cluster, webhooks, installation, signal)
    await trusted.put(bundle.with(authority, trusted.bundles))
  }
  const keep = async (signal: AbortSignal) => {
    const read = await readCertificate(files)
    await tell(read.authority, signal)
    return read
  }
  return { every: filesPoll, keep, prepare: (signal) => readPatiently(files, clock, signal) }
}

async function readPatiently(files: CertificateFiles, clock: Clock, signal: AbortSignal): Promise<ServingCertificate> {
  const begunMs = clock.elapsed()
  for (;;) {
    try {
      return await readCertificate(files)
    } catch (error) {
      const isOver = clock.elapsed() - begunMs >= patience.totalMs
      if (isOver || !isKubewrightError(error, 'KW_WEBHOOK_CERTIFICATE')) throw error
      await sleep(clock, patience.pause, signal)
    }
  }
}

export function issuedSource(
  { secret, ...lifetimes }: IssuedCertificateOptions,
  { webhooks, clock, random, told }: SourceParts & { readonly told: NonNullable<SourceParts['told']> },
): CertificateSource {
  const { cluster, installation } = told
  const complete = lifetimesOf(lifetimes)
  const keeper = new CertificateKeeper({
    cluster,
    secret,
    trusted: (signal) => readBundles(cluster, webhooks, installation, signal),
    name: `${secret.name}.${secret.namespace}`,
    hosts: hostsOf(installation),
    lifetimes: complete,
    clock,
    random,
  })
  return {
    every: toMs(complete.poll),
    prepare: (signal) => keeper.prepare(signal),
    keep: (signal) => keeper.keep(signal),
  }
}
