import { seededIds, seededRandom } from '@kubewright/core/random'
import { expect, it } from 'vitest'
import { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { KindShapes } from '../managed-fields/kind-shapes.ts'
import { formatGroupResource } from '../status/failures.ts'
import { Store } from '../storage/store.ts'
import type { AdmissionPlugin, Attributes } from '../kinds/admission.ts'
import { dynamicAdmission } from './dynamic-admission.ts'
import { ruleFor } from './testing/play-parts.ts'

const kind = { group: '', version: 'v1', kind: 'Thing', plural: 'things', isCustom: true, subresources: new Map() }
const attributes = {
  operation: 'CREATE',
  kind: kind as unknown as ServedKind,
  subresource: '',
  namespace: '',
  name: 'x',
  user: { name: 'eve', groups: [] },
  isDryRun: false,
  options: {},
  object: { kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x' } },
  oldObject: undefined,
  warn: () => undefined,
  annotate: () => undefined,
} satisfies Attributes
const round = { isSecond: false, again: () => undefined, memory: new Map<string, unknown>() }

it('dynamic admission is synchronous without webhooks and policies, and calls a webhook once it is configured', async () => {
  const store = new Store()
  const collection = (group: string, resource: string) => store.collection(formatGroupResource({ group, resource }))
  const plugins = dynamicAdmission({
    collection,
    kinds: new KindRegistry(),
    authorize: () => ({ isAllowed: true, reason: '' }),
    shapes: new KindShapes(),
    ids: seededIds(seededRandom('admission')),
    transport: () => Promise.reject(new Error('nobody is there')),
  })
  for (const plugin of Object.values(plugins) as AdmissionPlugin[]) {
    expect(plugin.admit!(attributes, round)).toBeUndefined()
    expect(plugin.validate!(attributes)).toBeUndefined()
  }

  const webhook = {
    name: 'a.example.com',
    clientConfig: { url: 'https://hook.test/' },
    rules: [ruleFor(['things'])],
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  const text = JSON.stringify({ metadata: { name: 'v' }, webhooks: [webhook] })
  collection('admissionregistration.k8s.io', 'validatingwebhookconfigurations').put('v', undefined, () => ({
    text,
    labels: undefined,
  }))
  await expect(plugins.validatingWebhooks.validate!(attributes)).rejects.toThrow('nobody is there')
})
