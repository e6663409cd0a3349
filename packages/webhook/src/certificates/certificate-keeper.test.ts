import {
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  Secret,
  ValidatingWebhookConfiguration,
} from '@kubewright/kubernetes'
import { toMs } from '@kubewright/core'
import { type Random, randomInt } from '@kubewright/core/random'
import { nextTurn, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { defineAdmission } from '../admission/define-admission.ts'
import { defineConversion } from '../conversion/conversion.ts'
import { Disk } from '../testing/disk.ts'
import { type Courier, MemoryCluster } from '../testing/memory-cluster.ts'
import { Website } from '../testing/website.ts'
import { CertificateKeeper } from './certificate-keeper.ts'
import { defaultLifetimes } from './certificate-lifetimes.ts'
import { readBundles } from './installed-bundles.ts'
import { certificatesIn, isIssuedBy, type ServingCertificate, validityOf } from './serving-certificate.ts'

const webhooks = [
  defineAdmission({ for: Website, fill: () => ({}), validate: { create: () => [] } }),
  defineConversion({ for: Disk }),
]
const installation = { name: 'web', service: { name: 'hooks', namespace: 'web' } }
const secret = { name: 'hooks', namespace: 'web' }
const diskDefinition = { name: 'disks.disks.example.dev' }
const forever = new AbortController().signal

function world(seed: string | number = 'keeper') {
  const clock = new VirtualClock()
  const random = seededRandom(seed)
  const cluster = new MemoryCluster()
  cluster.put(CustomResourceDefinition, { metadata: diskDefinition, spec: { conversion: { strategy: 'None' } } })
  const keeper = (courier?: Courier) => {
    const verbs = cluster.verbs(courier)
    return new CertificateKeeper({
      cluster: verbs,
      secret,
      trusted: (signal) => readBundles(verbs, webhooks, installation, signal),
      name: 'hooks',
      hosts: ['hooks.web.svc'],
      lifetimes: defaultLifetimes,
      clock,
      random,
    })
  }
  return { clock, random, cluster, keeper }
}

/** Every CA bundle in the cluster, as PEM. */
function bundlesIn(cluster: MemoryCluster): readonly string[] {
  interface Entry {
    readonly clientConfig: { readonly caBundle?: string }
  }
  const configurations = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration].flatMap((kind) =>
    cluster.all(kind),
  )
  const entries = configurations.flatMap(({ webhooks: found }) => found as readonly Entry[])
  const { spec } = cluster.find(CustomResourceDefinition, diskDefinition)!
  const { webhook } = (spec as { conversion: { webhook?: Entry } }).conversion
  return [...entries, ...(webhook === undefined ? [] : [webhook])].map(({ clientConfig }) =>
    Buffer.from(clientConfig.caBundle ?? '', 'base64').toString('utf8'),
  )
}

/** Caches verification results, which take most of the time here. */
function remembered<T>(find: (...texts: string[]) => T): (...texts: string[]) => T {
  const known = new Map<string, T>()
  return (...texts) => {
    const key = texts.join()
    if (!known.has(key)) known.set(key, find(...texts))
    return known.get(key)!
  }
}
const isBelieved = remembered((certificate = '', bundle = '') =>
  certificatesIn(bundle).some((one) => isIssuedBy(certificate, one)),
)
const notAfter = remembered((certificate = '') => validityOf(certificate).notAfterMs)

/** Whether every CA bundle in the cluster trusts the certificate. */
function isTrusted(cluster: MemoryCluster, { certificate }: ServingCertificate): boolean {
  return bundlesIn(cluster).every((bundle) => isBelieved(certificate, bundle))
}

const expiresIn = ({ certificate }: ServingCertificate, clock: VirtualClock) =>
  Math.round((notAfter(certificate) - clock.now()) / toMs('1d'))

describe('CertificateKeeper', () => {
  it('issues a serving certificate, and puts its CA into every webhook configuration', async () => {
    const { keeper, cluster, clock } = world()
    const serving = await keeper().keep(forever)
    expect([bundlesIn(cluster).length, isTrusted(cluster, serving), expiresIn(serving, clock)]).toEqual([3, true, 90])
    expect(cluster.find(Secret, secret)).toMatchObject({ type: 'kubernetes.io/tls' })
  })

  it('writes no CA bundle before the server is ready', async () => {
    const { keeper, cluster } = world()
    const prepared = await keeper().prepare(forever)
    expect(bundlesIn(cluster)).toEqual([])
    expect(await keeper().keep(forever)).toEqual(prepared)
  })

  it('adds a new CA to existing bundles before the new certificate is served', async () => {
    const { keeper, cluster } = world()
    const first = await keeper().keep(forever)
    cluster.remove(Secret, secret)
    const prepared = await keeper().prepare(forever)
    expect(prepared).not.toEqual(first)
    expect([isTrusted(cluster, prepared), isTrusted(cluster, first)]).toEqual([true, true])
  })

  it('writes nothing if everything is up to date', async () => {
    const { keeper } = world()
    await keeper().keep(forever)
    const calls: string[] = []
    const one = keeper(async (call, carryOut) => (calls.push(call), carryOut()))
    await one.keep(forever)
    expect(calls.filter((call) => !/^(get|list) /.test(call))).toEqual([])
  })

  it('rotates certificates and CAs for years, and every served certificate is always trusted', async () => {
    const { keeper, cluster, clock } = world()
    const one = keeper()
    const shown = new Set<string>()
    const authorities = new Set<string>()
    for (let day = 0; day < 3 * 365; day += 5) {
      const serving = await one.keep(forever)
      const bundles = new Set(bundlesIn(cluster))
      shown.add(serving.certificate)
      for (const bundle of bundles) for (const authority of certificatesIn(bundle)) authorities.add(authority)
      expect(isTrusted(cluster, serving) && expiresIn(serving, clock) >= 25).toBe(true)
      expect([...bundles].every((bundle) => certificatesIn(bundle).length <= 2)).toBe(true)
      await clock.advance('5d')
    }
    expect([authorities.size, shown.size]).toEqual([5, 22])
  })

  it('does not use the next CA before every bundle has contained it for the overlap', async () => {
    const { keeper, cluster, clock } = world()
    const [one, first] = [keeper(), await keeper().keep(forever)]
    await clock.advance('244d')
    const renewed = await one.keep(forever)
    const announced = await one.keep(forever)
    expect([announced, bundlesIn(cluster).map((bundle) => certificatesIn(bundle).length)]).toEqual([renewed, [2, 2, 2]])
    await one.keep(forever)
    await clock.advance('4m')
    expect(await one.keep(forever)).toEqual(renewed)
    await clock.advance('1m')
    const switched = await one.keep(forever)
    expect(switched).not.toEqual(renewed)
    const issuers = certificatesIn(bundlesIn(cluster)[0]!).map((authority) =>
      isIssuedBy(switched.certificate, authority),
    )
    expect([issuers, isTrusted(cluster, first)]).toEqual([[true, false], true])
  })

  it('restarts the overlap if the next CA is removed from a bundle', async () => {
    const { keeper, cluster, clock } = world()
    const one = keeper()
    await one.keep(forever)
    await clock.advance('244d')
    const renewed = await one.keep(forever)
    await one.keep(forever)
    await one.keep(forever)
    cluster.remove(ValidatingWebhookConfiguration, { name: 'web' })
    await clock.advance('5m')
    expect(await one.keep(forever)).toEqual(renewed)
    await one.keep(forever)
    await clock.advance('5m')
    expect(await one.keep(forever)).not.toEqual(renewed)
  })

  it('starts over if the Secret is deleted or damaged, and keeps the old CAs trusted', async () => {
    const { keeper, cluster } = world()
    const first = await keeper().keep(forever)
    cluster.remove(Secret, secret)
    const second = await keeper().keep(forever)
    cluster.put(Secret, { metadata: secret, data: { 'tls.crt': 'aGVsbG8=' } })
    const third = await keeper().keep(forever)
    expect(new Set([first, second, third].map(({ certificate }) => certificate)).size).toBe(3)
    expect([first, second, third].map((serving) => isTrusted(cluster, serving))).toEqual([true, true, true])
  })

  it('gives up until the next poll after repeated conflicts', async () => {
    const { keeper, cluster } = world()
    await keeper().keep(forever)
    const meddle = () => {
      const found = cluster.find(ValidatingWebhookConfiguration, { name: 'web' })!
      cluster.put(ValidatingWebhookConfiguration, { ...found, webhooks: [] })
    }
    meddle()
    const busy = keeper(async (call, carryOut) => {
      const answer = carryOut()
      if (call === 'get secrets') meddle()
      return answer
    })
    await expect(busy.keep(forever)).rejects.toMatchObject({ code: 'KW_CLIENT_CONFLICT' })
  })

  describe('when a process crashes between any two calls', () => {
    const journey = async (endsAt: number) => {
      const { keeper, cluster, clock } = world(`ends at ${endsAt}`)
      let calls = 0
      const shown: ServingCertificate[] = []
      const mortal: Courier = async (_, carryOut) =>
        ++calls > endsAt ? new Promise<never>(() => undefined) : carryOut()
      const life = async () => {
        const one = keeper(mortal)
        for (const days of [0, 61, 61, 61, 61, 0, 0, 1, 61] as const) {
          await clock.advance(`${days}d`)
          await clock.advance('6m')
          shown.push(await one.keep(forever))
        }
      }
      await Promise.race([life(), untilQuiet(() => calls)])
      const next = keeper()
      shown.push(await next.keep(forever), await next.keep(forever))
      return {
        hasEnded: calls > endsAt,
        isWell: shown.every((serving) => isTrusted(cluster, serving)),
        isYoung: expiresIn(shown.at(-1)!, clock) > 0,
      }
    }

    it('the served certificate stays trusted, and the next process continues', async () => {
      let endsAt = 0
      for (; ; endsAt++) {
        const { hasEnded, isWell, isYoung } = await journey(endsAt)
        expect({ endsAt, isWell, isYoung }).toEqual({ endsAt, isWell: true, isYoung: true })
        if (!hasEnded) break
      }
      expect(endsAt).toBeGreaterThan(40)
    })
  })

  it.each(Array.from({ length: 15 }, (_, seed) => seed))(
    'processes agree on trusted certificates under random faults and crashes (seed %i)',
    async (seed) => {
      const { keeper, cluster, clock, random } = world(seed)
      const processes = Array.from({ length: 3 }, () => new Process(keeper))
      for (let move = 0; move < 400; move++) {
        await shake(processes, clock, random)
        for (const { serving } of processes) {
          if (serving === undefined || expiresIn(serving, clock) <= 0) continue
          expect({ seed, move, isTrusted: isTrusted(cluster, serving) }).toEqual({ seed, move, isTrusted: true })
        }
      }
      for (let round = 0; round < 4; round++) {
        for (const process of processes) await process.finish()
        await clock.advance('6m')
      }
      const [first, ...others] = processes.map(({ serving }) => serving!)
      expect(others).toEqual([first, first])
      expect([isTrusted(cluster, first!), expiresIn(first!, clock) > 0]).toEqual([true, true])
    },
  )
})

/** A process that keeps certificates, and may be killed at any time. */
class Process {
  readonly #make: (courier: Courier) => CertificateKeeper
  #keeper: CertificateKeeper
  /** Calls that were not executed yet. */
  #calls: {
    readonly carryOut: () => unknown
    readonly answer: (value: unknown) => void
    readonly fail: (error: unknown) => void
  }[] = []
  #isBusy = false
  #life = 0
  serving: ServingCertificate | undefined

  constructor(make: (courier: Courier) => CertificateKeeper) {
    this.#make = make
    this.#keeper = this.#born()
  }

  #born(): CertificateKeeper {
    const life = ++this.#life
    return this.#make(
      (_, carryOut) =>
        new Promise((answer, fail) => {
          if (life === this.#life) this.#calls.push({ carryOut, answer, fail })
        }),
    )
  }

  /** Ends it, and starts another one in its place: its pending calls are dropped. */
  replace(): void {
    this.#calls = []
    this.#isBusy = false
    this.serving = undefined
    this.#keeper = this.#born()
  }

  /** A round, if there is none. */
  begin(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    const life = this.#life
    this.#keeper
      .keep(forever)
      .then((serving) => {
        if (life === this.#life) this.serving = serving
      })
      .catch(() => undefined)
      .finally(() => {
        if (life === this.#life) this.#isBusy = false
      })
  }

  /** Carries out the next call; some are lost on the way there, some on the way back. */
  step(luck: number): void {
    const call = this.#calls.shift()
    if (call === undefined) return
    if (luck < 0.03) return call.fail(new Error('lost on the way there'))
    try {
      const answer = call.carryOut()
      if (luck < 0.06) call.fail(new Error('lost on the way back'))
      else call.answer(answer)
    } catch (error) {
      call.fail(error)
    }
  }

  async finish(): Promise<void> {
    this.begin()
    while (this.#isBusy) {
      this.step(1)
      await nextTurn()
    }
  }
}

async function shake(processes: readonly Process[], clock: VirtualClock, random: Random): Promise<void> {
  const process = processes[randomInt(random, processes.length)]!
  const luck = random.next()
  if (luck < 0.01) process.replace()
  else if (luck < 0.08) await clock.advance(randomInt(random, toMs('40d')))
  else if (luck < 0.2) await clock.advance(randomInt(random, toMs('4m')))
  else if (luck < 0.35) process.begin()
  else process.step(random.next())
  await nextTurn()
}

/** Resolves once nothing has been called for a few turns. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let [quiet, before] = [0, -1]; quiet < 10; ) {
    await nextTurn()
    quiet = count() === before ? quiet + 1 : 0
    before = count()
  }
}
