import { sleep } from '@kubewright/core'
import { randomInt, seededIds, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { KindRegistry } from '../../kinds/kind-registry.ts'
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { WebhookRequest, WebhookTransport } from '../../outbound/webhook-transport.ts'
import { Store } from '../../storage/store.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { ruleFor } from '../testing/play-parts.ts'
import { validatingWebhooks } from './validating-webhooks.ts'

const kind = {
  group: '',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  isCustom: true,
  isNamespaced: false,
  storage: { collection: 'things' },
  subresources: new Map(),
} as unknown as ServedKind

function attributesOf(annotations: Map<string, string>): Attributes {
  return {
    operation: 'CREATE',
    kind,
    subresource: '',
    namespace: '',
    name: 'x',
    user: { name: 'eve', groups: [] },
    isDryRun: false,
    options: {},
    object: { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x' } },
    oldObject: undefined,
    warn: () => undefined,
    annotate: (key, value) => void annotations.set(key, value),
  }
}

/** Delay and outcome of one webhook. */
interface Behavior {
  readonly afterMs: number
  readonly does: 'allow' | 'deny' | 'fail'
  readonly failurePolicy: 'Fail' | 'Ignore'
}

/** Webhooks that answer after their delay. */
function transportOf(behaviors: readonly Behavior[], clock: VirtualClock, asked: number[]): WebhookTransport {
  return async ({ address, body }: WebhookRequest) => {
    const at = Number(address.url!.split('/').at(-1))
    const { afterMs, does } = behaviors[at]!
    asked.push(at)
    await sleep(clock, `${afterMs}ms`)
    if (does === 'fail') throw new Error(`failure of ${at}`)
    const { uid } = (JSON.parse(body) as { request: { uid: string } }).request
    const response = { uid, allowed: does === 'allow', status: { message: `refusal of ${at}` } }
    const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }
    return { status: 200, body: Buffer.from(JSON.stringify(review)) }
  }
}

function pluginFor(behaviors: readonly Behavior[], transport: WebhookTransport, rules = [ruleFor(['things'])]) {
  const store = new Store()
  const webhooks = behaviors.map(({ failurePolicy }, at) => ({
    name: `w${at}.kw.dev`,
    clientConfig: { url: `https://hooks.test/${at}` },
    rules,
    failurePolicy,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }))
  const collection = (group: string, plural: string) => store.collection(`${plural}.${group}`)
  const text = JSON.stringify({ metadata: { name: 'v' }, webhooks })
  collection('admissionregistration.k8s.io', 'validatingwebhookconfigurations').put('v', undefined, () => ({
    text,
    labels: undefined,
  }))
  const authorize = () => ({ isAllowed: true, reason: '' })
  const ids = seededIds(seededRandom('reviews'))
  return validatingWebhooks({ collection, kinds: new KindRegistry(), authorize, transport, ids })
}

describe('validatingWebhooks', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'calls all webhooks in parallel, waits for all and reports the first denial: schedule %i',
    async (seed) => {
      const random = seededRandom(`schedule ${seed}`)
      const pick = <Value>(...values: readonly Value[]) => values[randomInt(random, values.length)]!
      const behaviors: readonly Behavior[] = Array.from({ length: 1 + randomInt(random, 6) }, (_, at) => ({
        // Distinct delays, so that one of them is the first.
        afterMs: randomInt(random, 50) * 10 + at,
        does: pick('allow', 'allow', 'deny', 'fail'),
        failurePolicy: pick('Fail', 'Ignore'),
      }))
      const [clock, asked, annotations] = [new VirtualClock(), [] as number[], new Map<string, string>()]
      const plugin = pluginFor(behaviors, transportOf(behaviors, clock, asked))
      const verdict = Promise.resolve(plugin.validate!(attributesOf(annotations))).then(
        () => 'allowed',
        (error: Error) => error.message,
      )
      const tookMs = await clock.runUntilIdle('10s')

      const refusing = behaviors
        .map((behavior, at) => ({ ...behavior, at }))
        .filter(({ does, failurePolicy }) => does === 'deny' || (does === 'fail' && failurePolicy === 'Fail'))
        .sort((a, b) => a.afterMs - b.afterMs)
      const [first] = refusing
      const expected =
        first === undefined
          ? 'allowed'
          : first.does === 'deny'
            ? `admission webhook "w${first.at}.kw.dev" denied the request: refusal of ${first.at}`
            : `Internal error occurred: failed calling webhook "w${first.at}.kw.dev": failed to call webhook: failure of ${first.at}`
      expect(await verdict).toBe(expected)
      expect(asked).toEqual(behaviors.map((_, at) => at))
      expect(tookMs).toBe(Math.max(...behaviors.map(({ afterMs }) => afterMs)))
      expect(Object.fromEntries(annotations)).toEqual(
        Object.fromEntries(
          behaviors.flatMap(({ does, failurePolicy }, at) =>
            does === 'fail' && failurePolicy === 'Ignore'
              ? [[`failed-open.validating.webhook.admission.k8s.io/round_0_index_${at}`, `w${at}.kw.dev`]]
              : [],
          ),
        ),
      )
    },
  )

  it('does not call a webhook without rules', async () => {
    const [clock, asked] = [new VirtualClock(), [] as number[]]
    const denies = [{ afterMs: 0, does: 'deny', failurePolicy: 'Fail' }] as const
    const plugin = pluginFor(denies, transportOf(denies, clock, asked), [])
    await plugin.validate!(attributesOf(new Map()))
    expect(asked).toEqual([])
  })
})
