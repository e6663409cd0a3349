/** Catalogue 1.13: admission webhooks. Each case's webhook is limited to the namespace of the case. */
import type { Case, HookAnswer, Hooks, Review } from '../../../tools/conformance/case.ts'
import {
  apply,
  calls,
  check,
  defineSuite,
  del,
  get,
  inCluster,
  inNamespace,
  mergePatch,
  post,
  put,
  quietly,
  type RequestStep,
  until,
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

type Respond = (review: Review) => HookAnswer
const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
const respond = (review: Review, response: object): HookAnswer => ({
  json: {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid: review.request.uid, ...response },
  },
})
const allow =
  (extra: object = {}): Respond =>
  (review) =>
    respond(review, { allowed: true, ...extra })
const deny =
  (status?: object, extra: object = {}): Respond =>
  (review) =>
    respond(review, { allowed: false, ...(status ? { status } : {}), ...extra })
const patch =
  (operations: unknown, extra: object = {}): Respond =>
  (review) =>
    respond(review, {
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
      ...extra,
    })

/** Whether this review is the probe by which a case detects that its webhook is active. */
const isProbe = ({ request }: Review) =>
  request['name'] === 'probe' || (request.object as { metadata?: { name?: string } } | null)?.metadata?.name === 'probe'
/** Rejects the probe, to make it visible, and passes everything else to the hook. */
const behind =
  (hook: Respond): Respond =>
  (review) =>
    isProbe(review) ? deny({ message: 'the webhook is in place', code: 418 })(review) : hook(review)

const rule = (more: object = {}) => ({
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['*'],
  resources: ['configmaps'],
  ...more,
})
const inOwn = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '{ns}' } } }
const webhook = (more: object = {}, hook = 'hook') => ({
  name: `${hook}.{id}.example.dev`,
  clientConfig: { url: `{hook}/${hook}`, caBundle: '{ca}' },
  rules: [rule()],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...inOwn,
  ...more,
})
const kinds = {
  Validating: 'validatingwebhookconfigurations.admissionregistration.k8s.io/v1',
  Mutating: 'mutatingwebhookconfigurations.admissionregistration.k8s.io/v1',
} as const
type Kind = keyof typeof kinds
const configured = (kind: Kind, ...webhooks: readonly object[]) =>
  quietly(post(inCluster(kinds[kind]), { metadata: { name: '{id}' }, webhooks }))
/** Waits until the first webhook answers the probe. */
const inPlace = (path = configMaps, body: object = { metadata: { name: 'probe' } }) =>
  until(`${path}?dryRun=All`, { contains: 'the webhook is in place' }, { method: 'POST', body })
/** A real server that writes from a stale cache notices, and calls the webhook again. This read avoids that. */
const fresh = quietly(get(configMaps))
const tidy = (kind: Kind) => quietly(del(inCluster(kinds[kind], '{id}')))

/** Activates one webhook, then runs the steps. */
function behindOne(
  kind: Kind,
  hook: Respond,
  more: object,
  ...steps: readonly RequestStep[]
): Pick<Case, 'steps' | 'hooks'> {
  return { steps: [configured(kind, webhook(more)), inPlace(), ...steps, tidy(kind)], hooks: { hook: behind(hook) } }
}
const named = (name: string, rules: string, rest: Pick<Case, 'steps' | 'hooks'>): Case => ({
  name,
  rules: rules.split(' '),
  ...rest,
})
const create = post(configMaps, { metadata: { name: 'a', labels: { x: 'y' } }, data: { a: 'b' } })

const answers: readonly [name: string, rules: string, hook: Respond][] = [
  ['allows', 'WH-6', allow()],
  ['allows and warns', 'WH-7', allow({ warnings: ['mind the gap', 'and "quotes"'] })],
  ['allows and annotates', 'WH-7', allow({ auditAnnotations: { a: 'b' } })],
  ['denies', 'ER-24', deny({ message: 'no' })],
  ['denies without a word', 'ER-24', deny()],
  ['denies with a code', 'ER-24', deny({ message: 'no', code: 422, reason: 'Invalid' })],
  ['denies with a reason', 'ER-24', deny({ message: 'no', reason: 'Conflict' })],
  ['denies with details', 'ER-24', deny({ message: 'no', code: 409, details: { causes: [{ message: 'because' }] } })],
  ['denies with a code of success', 'ER-24', deny({ message: 'no', code: 200 })],
  ['denies and warns', 'WH-7', deny({ message: 'no' }, { warnings: ['careful'] })],
  [
    'returns another uid',
    'WH-6',
    () => ({
      json: { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid: 'wrong', allowed: true } },
    }),
  ],
  [
    'returns no uid',
    'WH-6',
    () => ({ json: { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { allowed: true } } }),
  ],
  [
    'returns another kind',
    'WH-6',
    ({ request }) => ({
      json: { apiVersion: 'admission.k8s.io/v1', kind: 'Other', response: { uid: request.uid, allowed: true } },
    }),
  ],
  [
    'returns another version',
    'WH-6',
    ({ request }) => ({
      json: {
        apiVersion: 'admission.k8s.io/v1beta1',
        kind: 'AdmissionReview',
        response: { uid: request.uid, allowed: true },
      },
    }),
  ],
  ['returns no response', 'WH-6', () => ({ json: { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' } })],
  ['returns an empty object', 'WH-6', () => ({ json: {} })],
  ['returns words', 'WH-6', () => ({ status: 200, text: 'hello' })],
  ['returns nothing', 'WH-6', () => ({ status: 200, text: '' })],
  ['fails', 'ER-25', () => ({ status: 500, text: 'oh no' })],
  ['is not found', 'ER-25', () => ({ status: 404, text: 'not here' })],
  ['patches', 'WH-6 WH-9', patch([{ op: 'add', path: '/data/added', value: 'yes' }])],
  ['patches nothing', 'WH-9', patch([])],
  ['patches without a type', 'WH-6', allow({ patch: Buffer.from('[]').toString('base64') })],
  ['patches with a type and no patch', 'WH-6', allow({ patchType: 'JSONPatch' })],
  ['patches with an unknown type', 'WH-6', allow({ patchType: 'Merge', patch: Buffer.from('{}').toString('base64') })],
  ['patches with garbage', 'WH-6', allow({ patchType: 'JSONPatch', patch: Buffer.from('garbage').toString('base64') })],
  ['patches what is not there', 'WH-6', patch([{ op: 'remove', path: '/data/none' }])],
  ['patches the name', 'WH-9', patch([{ op: 'replace', path: '/metadata/name', value: 'b' }])],
  ['patches the wrong type', 'WH-9', patch([{ op: 'add', path: '/data/n', value: 5 }])],
  ['patches an unknown field', 'WH-9', patch([{ op: 'add', path: '/unknown', value: 5 }])],
  [
    'patches the owners of fields',
    'SSA-21',
    patch([{ op: 'add', path: '/metadata/managedFields', value: [{ manager: 'x', operation: 'Nonsense' }] }]),
  ],
  ['patches labels that are wrong', 'AD-2', patch([{ op: 'add', path: '/metadata/labels/bad key', value: 'x' }])],
]

const wrong: readonly [name: string, rules: string, more: object][] = [
  ['no side effects named', 'WH-1', { sideEffects: undefined }],
  ['unknown side effects', 'WH-1', { sideEffects: 'Some' }],
  ['no versions', 'WH-1', { admissionReviewVersions: undefined }],
  ['versions nobody speaks', 'WH-1', { admissionReviewVersions: ['v9'] }],
  ['a version that is none', 'WH-1', { admissionReviewVersions: ['v1', 'V 2'] }],
  ['no name', 'WH-1', { name: '' }],
  ['a short name', 'WH-1', { name: 'short' }],
  ['a name in capitals', 'WH-1', { name: 'A.b.c' }],
  ['no place', 'WH-1', { clientConfig: {} }],
  ['two places', 'WH-1', { clientConfig: { url: 'https://a.dev', service: { name: 's', namespace: 'n' } } }],
  ['a place without TLS', 'WH-1', { clientConfig: { url: 'http://a.dev' } }],
  ['a place with a user', 'WH-1', { clientConfig: { url: 'https://u:p@a.dev/x?y#z' } }],
  ['a service', 'WH-1', { clientConfig: { service: { name: 's', namespace: 'n', path: 'x//y', port: 99999 } } }],
  ['a bad authority', 'WH-1', { clientConfig: { url: 'https://a.dev', caBundle: 'Z2FyYmFnZQ==' } }],
  ['a timeout too long', 'WH-1', { timeoutSeconds: 31 }],
  ['a timeout of zero', 'WH-1', { timeoutSeconds: 0 }],
  ['an unknown policy', 'WH-1', { failurePolicy: 'Panic' }],
  ['an unknown match', 'WH-1', { matchPolicy: 'Roughly' }],
  ['an unknown scope', 'WH-1', { rules: [rule({ scope: 'Planet' })] }],
  ['no operations', 'WH-1', { rules: [rule({ operations: [] })] }],
  ['an unknown operation', 'WH-1', { rules: [rule({ operations: ['DANCE'] })] }],
  ['all operations and one', 'WH-1', { rules: [rule({ operations: ['*', 'CREATE'] })] }],
  ['no resources', 'WH-1', { rules: [rule({ resources: [] })] }],
  ['resources that say the same', 'WH-1', { rules: [rule({ resources: ['*/*', 'pods'] })] }],
  ['subresources twice', 'WH-1', { rules: [rule({ resources: ['pods/*', 'pods/status'] })] }],
  ['no groups', 'WH-1', { rules: [rule({ apiGroups: [] })] }],
  ['all groups and one', 'WH-1', { rules: [rule({ apiGroups: ['*', 'apps'] })] }],
  ['a wrong selector', 'WH-1', { objectSelector: { matchLabels: { 'a b': 'c' } } }],
  ['a wrong condition', 'WH-3', { matchConditions: [{ name: 'c', expression: 'object.' }] }],
  ['a condition without a name', 'WH-3', { matchConditions: [{ name: '', expression: 'true' }] }],
  [
    'two conditions of one name',
    'WH-3',
    {
      matchConditions: [
        { name: 'c', expression: 'true' },
        { name: 'c', expression: 'false' },
      ],
    },
  ],
  ['a condition that is no truth', 'WH-3', { matchConditions: [{ name: 'c', expression: '5' }] }],
  ['everything that is filled in', 'WH-1', {}],
]

const matching: readonly [name: string, more: object, matches: object, misses: object][] = [
  [
    'by the labels of objects',
    { objectSelector: { matchLabels: { watched: 'yes' } } },
    { metadata: { name: 'a', labels: { watched: 'yes' } } },
    { metadata: { name: 'b' } },
  ],
  [
    'by conditions',
    {
      matchConditions: [
        { name: 'named', expression: 'object.metadata.name == "a" || object.metadata.name == "probe"' },
      ],
    },
    { metadata: { name: 'a' } },
    { metadata: { name: 'b' } },
  ],
  [
    'by who asks',
    {
      matchConditions: [
        { name: 'who', expression: 'request.userInfo.username == "admin" && request.operation == "CREATE"' },
      ],
    },
    { metadata: { name: 'a' } },
    { metadata: { name: 'Bad_' } },
  ],
]

export default defineSuite({
  section: '1.13',
  topic: 'webhooks',
  setup: establish({
    versions: [
      version(
        { spec: { type: 'object', properties: { n: { type: 'integer', default: 1 }, s: { type: 'string' } } } },
        { subresources: { status: {} } },
      ),
      version(
        { spec: { type: 'object', properties: { n: { type: 'integer', default: 1 } } } },
        { name: 'v2', storage: false },
      ),
    ],
  }),
  cases: [
    ...(['Validating', 'Mutating'] as const).flatMap((kind) => [
      ...answers.map(([name, rules, hook]) =>
        named(`${kind}: meets one that ${name}`, rules, behindOne(kind, hook, {}, create, get(a))),
      ),
      ...answers
        .slice(10, 20)
        .map(([name, , hook]) =>
          named(
            `${kind}: ignores one that ${name}`,
            'WH-7',
            behindOne(kind, hook, { failurePolicy: 'Ignore' }, create),
          ),
        ),
      ...wrong.map(([name, rules, more]) =>
        check(
          `${kind}: judges ${name}`,
          rules,
          post(`${inCluster(kinds[kind])}?dryRun=All`, { metadata: { name: '{id}' }, webhooks: [webhook(more)] }),
        ),
      ),
      named(`${kind}: is asked about everything`, 'WH-5', {
        steps: [
          configured(kind, webhook()),
          inPlace(),
          create,
          fresh,
          mergePatch(a, { data: { c: 'd' } }),
          fresh,
          put(a, { metadata: { name: 'a' }, data: { e: 'f' } }),
          fresh,
          apply(a, 'm!', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { g: 'h' } }),
          fresh,
          del(`${a}?dryRun=All`),
          fresh,
          del(a, { propagationPolicy: 'Background' }),
          calls('hook'),
          tidy(kind),
        ],
        hooks: {
          hook: (review) => (isProbe(review) ? deny({ message: 'the webhook is in place' })(review) : allow()(review)),
        },
      }),
      ...matching.map(([name, more, matches, misses]) =>
        named(`${kind}: matches ${name}`, 'WH-3', {
          steps: [
            configured(kind, webhook(more)),
            until(
              configMaps,
              { contains: 'the webhook is in place' },
              { method: 'POST', body: { metadata: { name: 'probe', labels: { watched: 'yes' } } } },
            ),
            post(configMaps, matches),
            post(configMaps, misses),
            tidy(kind),
          ],
          hooks: { hook: behind(deny({ message: 'matched' })) },
        }),
      ),
      named(
        `${kind}: refuses trials when there are side effects`,
        'DR-1',
        behindOne(
          kind,
          allow(),
          { sideEffects: 'NoneOnDryRun' },
          post(`${configMaps}?dryRun=All`, { metadata: { name: 'a' } }),
        ),
      ),
      named(`${kind}: is never asked about itself`, 'WH-4', {
        steps: [
          configured(
            kind,
            webhook({
              rules: [rule(), rule({ apiGroups: ['admissionregistration.k8s.io'], resources: ['*'] })],
              namespaceSelector: {},
              objectSelector: { matchLabels: { only: '{id}' } },
            }),
          ),
          until(
            configMaps,
            { contains: 'the webhook is in place' },
            { method: 'POST', body: { metadata: { name: 'probe', labels: { only: '{id}' } } } },
          ),
          post(`${inCluster(kinds[kind])}?dryRun=All`, {
            metadata: { name: '{id}-2', labels: { only: '{id}' } },
            webhooks: [],
          }),
          tidy(kind),
        ],
        hooks: { hook: behind(deny({ message: 'asked' })) },
      }),
      named(`${kind}: cannot be reached`, 'ER-25 WH-7', {
        steps: [
          configured(kind, webhook({ clientConfig: { url: 'https://127.0.0.1:1/none', caBundle: '{ca}' } })),
          until(configMaps, { status: 500 }, { method: 'POST', body: { metadata: { name: 'probe' } } }),
          create,
          tidy(kind),
        ],
      }),
      named(`${kind}: is not trusted`, 'ER-25', {
        steps: [
          configured(kind, webhook({ clientConfig: { url: '{hook}/hook' } })),
          until(configMaps, { status: 500 }, { method: 'POST', body: { metadata: { name: 'probe' } } }),
          post(configMaps, { metadata: { name: 'a' } }, { compare: 'status' }),
          tidy(kind),
        ],
        hooks: { hook: allow() },
      }),
      named(`${kind}: is asked about custom resources`, 'WH-3 WH-5 WH-9', {
        steps: [
          configured(
            kind,
            webhook({
              rules: [rule({ apiGroups: ['{suite}.example.dev'], resources: ['widgets', 'widgets/status'] })],
            }),
          ),
          inPlace(widgets, widget({ name: 'probe' })),
          post(widgets, widget({ name: 'a' }, { spec: { s: 'x' } })),
          mergePatch(`${widgets}/a/status`, { status: {} }),
          post('/apis/{suite}.example.dev/v2/namespaces/{ns}/widgets', {
            apiVersion: '{suite}.example.dev/v2',
            kind: 'Widget',
            metadata: { name: 'b' },
          }),
          calls('hook'),
          tidy(kind),
        ],
        hooks: {
          hook: behind(
            kind === 'Mutating'
              ? (review) =>
                  review.request['subResource']
                    ? allow()(review)
                    : patch([{ op: 'add', path: '/spec', value: { n: 7, surplus: 1 } }])(review)
              : allow(),
          ),
        } satisfies Hooks,
      }),
      named(`${kind}: matches exactly`, 'WH-3', {
        steps: [
          configured(
            kind,
            webhook({
              matchPolicy: 'Exact',
              rules: [rule({ apiGroups: ['{suite}.example.dev'], apiVersions: ['v1'], resources: ['widgets'] })],
            }),
          ),
          inPlace(widgets, widget({ name: 'probe' })),
          post('/apis/{suite}.example.dev/v2/namespaces/{ns}/widgets', {
            apiVersion: '{suite}.example.dev/v2',
            kind: 'Widget',
            metadata: { name: 'b' },
          }),
          post(widgets, widget({ name: 'a' })),
          tidy(kind),
        ],
        hooks: { hook: behind(deny({ message: 'matched' })) },
      }),
    ]),
    named('asks mutating webhooks in order', 'WH-2 AD-2', {
      steps: [configured('Mutating', webhook({}, 'one'), webhook({}, 'two')), inPlace(), create, tidy('Mutating')],
      hooks: {
        one: behind(patch([{ op: 'add', path: '/data/order', value: '1' }])),
        two: (review) =>
          patch([
            {
              op: 'add',
              path: '/data/order',
              value: `${String((review.request.object?.['data'] as { order?: string } | undefined)?.order)}2`,
            },
          ])(review),
      },
    }),
    named('asks again when something changed', 'WH-8 AD-2', {
      steps: [
        configured(
          'Mutating',
          webhook({ reinvocationPolicy: 'IfNeeded' }, 'one'),
          webhook({ reinvocationPolicy: 'Never' }, 'two'),
        ),
        inPlace(),
        create,
        calls('one'),
        tidy('Mutating'),
      ],
      hooks: { one: behind(allow()), two: patch([{ op: 'add', path: '/data/second', value: 'x' }]) },
    }),
    named(
      'refuses what mutation made wrong',
      'AD-2',
      behindOne('Mutating', patch([{ op: 'add', path: '/immutable', value: 'maybe' }]), {}, create),
    ),
    named('asks about deletions of collections', 'WH-5', {
      steps: [
        configured('Validating', webhook({ rules: [rule({ operations: ['DELETE', 'CREATE'] })] })),
        inPlace(),
        quietly(post(configMaps, { metadata: { name: 'a' } })),
        del(configMaps),
        tidy('Validating'),
      ],
      hooks: {
        hook: (review) =>
          isProbe(review)
            ? deny({ message: 'the webhook is in place' })(review)
            : review.request.operation === 'DELETE'
              ? deny({ message: 'keep it' })(review)
              : allow()(review),
      },
    }),
    named('denies the status', 'WH-3', {
      steps: [
        configured('Validating', webhook({ rules: [rule(), rule({ resources: ['pods/status'] })] })),
        inPlace(),
        quietly(
          post(inNamespace('pods'), { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
        ),
        mergePatch(inNamespace('pods', 'p', 'status'), { status: { phase: 'Running' } }),
        mergePatch(inNamespace('pods', 'p'), { metadata: { labels: { a: 'b' } } }),
        tidy('Validating'),
      ],
      hooks: { hook: behind(deny({ message: 'no status' })) },
    }),
    named('asks about namespaces by their own labels', 'WH-3', {
      steps: [
        configured('Validating', webhook({ rules: [rule(), rule({ resources: ['namespaces'] })] })),
        inPlace(),
        mergePatch(inCluster('namespaces', '{ns}'), { metadata: { labels: { x: 'y' } } }),
        del(inCluster('namespaces', '{ns}')),
        tidy('Validating'),
      ],
      hooks: { hook: behind(deny({ message: 'no namespace' })) },
    }),
    named('asks about connections and scales', 'WH-5', {
      steps: [
        configured('Validating', webhook({ rules: [rule(), rule({ apiGroups: ['apps'], resources: ['*/scale'] })] })),
        inPlace(),
        quietly(
          post(inNamespace('deployments.apps/v1'), {
            metadata: { name: 'd' },
            spec: {
              selector: { matchLabels: { a: 'b' } },
              template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
            },
          }),
        ),
        mergePatch(inNamespace('deployments.apps/v1', 'd', 'scale'), { spec: { replicas: 3 } }),
        calls('hook'),
        tidy('Validating'),
      ],
      hooks: { hook: behind(deny({ message: 'no scaling' })) },
    }),
  ],
})
