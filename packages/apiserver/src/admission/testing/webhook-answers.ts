/** Webhooks for plays: the answer of each to a review, by path. Most are invalid in one way or another. */

/** A review as it was sent. */
export interface SentReview {
  readonly request?: {
    readonly uid?: string
    readonly object?: { readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> } } | null
  }
}

export type PlayedAnswer =
  | { readonly status?: number; readonly type?: string; readonly body: unknown }
  /** Never answers, or closes the connection. */
  | 'hang'
  | 'close'

export type PlayedWebhook = (review: SentReview) => PlayedAnswer

const review = (sent: SentReview, response: object | undefined, more: object = {}) => ({
  body: {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    ...(response === undefined ? {} : { response: { uid: sent.request?.uid, ...response } }),
    ...more,
  },
})

const answer =
  (response: object | undefined, more: object = {}): PlayedWebhook =>
  (sent) =>
    review(sent, response, more)
const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const patching = (patch: unknown): PlayedWebhook =>
  answer({ allowed: true, patchType: 'JSONPatch', patch: base64(patch) })
const add = (path: string, value: unknown): PlayedWebhook => patching([{ op: 'add', path, value }])
const denying = (status?: object): PlayedWebhook => answer({ allowed: false, ...(status && { status }) })
const saying =
  (body: unknown, status = 200, type = 'application/json'): PlayedWebhook =>
  () => ({ body, status, type })

/** Appends its name to an annotation; with `isOnce` only if it is not there yet. */
const appending =
  (name: string, isOnce = false): PlayedWebhook =>
  (sent) => {
    const annotations = sent.request?.object?.metadata?.annotations ?? {}
    const order = annotations['order'] ?? ''
    if (isOnce && order.includes(name)) return answer({ allowed: true })(sent)
    return add('/metadata/annotations', { ...annotations, order: `${order}${name};` })(sent)
  }

/** Valid answers. */
const sensible: Readonly<Record<string, PlayedWebhook>> = {
  allow: answer({ allowed: true }),
  warn: answer({ allowed: true, warnings: ['one', 'two "quoted"', 'one', 'with\nnewline', ''] }),
  'warn-long': answer({ allowed: true, warnings: ['a'.repeat(3000), 'b'.repeat(2000), 'c'.repeat(300), 'd'] }),
  audit: answer({
    allowed: true,
    auditAnnotations: { key: 'v', 'bad/key': 'x', 'UPPER_case.ok': 'y', 'bad key': 'z' },
  }),
  deny: denying(),
  'deny-message': denying({ message: 'no way' }),
  'deny-reason': denying({ reason: 'Forbidden' }),
  'deny-code': denying({ code: 418, message: 'teapot' }),
  'deny-200': denying({ code: 200, status: 'Success', message: 'm' }),
  'deny-full': denying({
    code: 403,
    reason: 'Forbidden',
    message: 'full',
    status: 'Odd',
    metadata: { resourceVersion: '5' },
    details: {
      name: 'n',
      kind: 'k',
      group: 'g',
      uid: 'u',
      retryAfterSeconds: 3,
      causes: [{ reason: 'r', message: 'm', field: 'f' }],
    },
  }),
  'deny-warn': answer({ allowed: false, warnings: ['denied warning'], auditAnnotations: { a: 'b' } }),
  'unknown-field': answer({ allowed: true, whatever: 1 }),
  'v1beta1-patch': saying({ response: { allowed: true, patch: base64([{ op: 'add', path: '/data/b', value: 'x' }]) } }),
  'v1beta1-deny': saying({ response: { allowed: false, status: { message: 'beta no' } } }),
  ...Object.fromEntries(['one', 'two', 'three'].map((name) => [`append-${name}`, appending(name)])),
  ...Object.fromEntries(['one', 'two'].map((name) => [`once-${name}`, appending(name, true)])),
}

/** Answers that are not a review, or do not match the request. */
const invalid: Readonly<Record<string, PlayedWebhook>> = {
  hang: () => 'hang',
  close: () => 'close',
  'no-response': answer(undefined),
  'null-response': answer(undefined, { response: null }),
  'wrong-uid': answer({ uid: 'other', allowed: true }),
  'no-uid': answer({ uid: undefined, allowed: true }),
  'wrong-kind': answer({ allowed: true }, { kind: 'Other' }),
  'wrong-version': answer({ allowed: true }, { apiVersion: 'admission.k8s.io/v1beta1' }),
  'wrong-group': answer({ allowed: true }, { apiVersion: 'x/v1' }),
  'no-kind': answer({ allowed: true }, { kind: undefined, apiVersion: undefined }),
  'only-version': answer({ allowed: true }, { kind: undefined }),
  'only-kind': answer({ allowed: true }, { apiVersion: undefined }),
  'a-pod': saying({ apiVersion: 'v1', kind: 'Pod', metadata: {} }),
  'a-status': saying({ apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'no', code: 403 }),
  'status-403': saying({ apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'says no', code: 403 }, 403),
  empty: saying(''),
  'no-content': saying('', 204),
  'not-json': saying('hello'),
  list: saying([]),
  null: saying('null'),
  number: saying('5'),
  yaml: saying('a: b'),
  truncated: saying('{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","resp'),
  'bad-allowed': answer({ allowed: 'yes' }),
  'bad-warnings': answer({ allowed: true, warnings: 'x' }),
  'bad-status': answer({ allowed: false, status: { code: 'x' } }),
  'text-type': (sent) => ({ ...review(sent, { allowed: true }), type: 'text/plain' }),
  created: (sent) => ({ ...review(sent, { allowed: true }), status: 201 }),
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 429, 500, 502, 503, 504].map((status) => [
      `error-${status}`,
      saying('kaboom\n', status, 'text/plain'),
    ]),
  ),
  'error-500-json': saying({ oops: 1 }, 500),
}

/** Patches; most of them do not apply to a ConfigMap. */
const patches: Readonly<Record<string, PlayedWebhook>> = {
  'patch-no-type': answer({ allowed: true, patch: base64([]) }),
  'type-no-patch': answer({ allowed: true, patchType: 'JSONPatch' }),
  'patch-empty-type': answer({ allowed: true, patchType: '', patch: base64([]) }),
  'patch-other-type': answer({
    allowed: true,
    patchType: 'Merge',
    patch: base64([{ op: 'add', path: '/a', value: 1 }]),
  }),
  'patch-bad-base64': answer({ allowed: true, patchType: 'JSONPatch', patch: '***' }),
  'patch-number': answer({ allowed: true, patchType: 'JSONPatch', patch: 5 }),
  'patch-not-json': patching('nonsense'),
  'patch-object': patching({ op: 'add' }),
  'patch-null': patching('null'),
  'patch-empty': patching([]),
  'patch-strings': patching(['x']),
  'patch-unknown-op': patching([{ op: 'frob', path: '/x' }]),
  'patch-no-path': patching([{ op: 'add', value: 1 }]),
  'patch-replace-missing': patching([{ op: 'replace', path: '/data/nope', value: 'x' }]),
  'patch-replace-deep': patching([{ op: 'replace', path: '/spec/replicas', value: 7 }]),
  'patch-remove-missing': patching([{ op: 'remove', path: '/data/nope' }]),
  'patch-add-deep': add('/nope/deep', 'x'),
  'patch-test': patching([{ op: 'test', path: '/data/a', value: 'zzz' }]),
  'patch-test-missing': patching([{ op: 'test', path: '/data/zz', value: 'x' }]),
  'patch-copy-missing': patching([{ op: 'copy', from: '/nope', path: '/data/x' }]),
  'patch-move-missing': patching([{ op: 'move', from: '/nope', path: '/data/x' }]),
  'patch-move': patching([{ op: 'move', from: '/data/a', path: '/data/moved' }]),
  'patch-no-value': patching([{ op: 'add', path: '/data/x' }]),
  'patch-index': patching([
    { op: 'add', path: '/metadata/finalizers', value: ['a.dev/a'] },
    { op: 'add', path: '/metadata/finalizers/5', value: 'a.dev/b' },
  ]),
  'patch-last': patching([
    { op: 'add', path: '/metadata/finalizers', value: ['a.dev/a', 'a.dev/b'] },
    { op: 'remove', path: '/metadata/finalizers/-1' },
    { op: 'add', path: '/metadata/finalizers/0', value: 'a.dev/c' },
    { op: 'add', path: '/metadata/finalizers/-', value: 'a.dev/d' },
  ]),
  'patch-bad-index': patching([
    { op: 'add', path: '/metadata/finalizers', value: [] },
    { op: 'add', path: '/metadata/finalizers/x', value: 'a.dev/b' },
  ]),
  'patch-wrong-type': patching([{ op: 'replace', path: '/data', value: 'text' }]),
  'patch-unknown-field': add('/whatever', 1),
  'patch-unknown-kind': patching([{ op: 'replace', path: '/kind', value: 'Nope' }]),
  'patch-version': patching([{ op: 'replace', path: '/apiVersion', value: 'v2' }]),
  'patch-no-kind': patching([{ op: 'remove', path: '/kind' }]),
  'patch-root': patching([
    { op: 'replace', path: '', value: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'root' } } },
  ]),
  'patch-name': add('/metadata/name', 'renamed'),
  'patch-namespace': add('/metadata/namespace', 'kw-b'),
  'patch-uid': add('/metadata/uid', 'my-uid'),
  'patch-rv': add('/metadata/resourceVersion', '5'),
  'patch-created': add('/metadata/creationTimestamp', '2001-01-01T00:00:00Z'),
  'patch-owners': add('/metadata/ownerReferences', [
    { apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'u' },
    { apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'u' },
  ]),
  'patch-managers': add('/metadata/managedFields', [
    { manager: 'm', operation: 'Nope', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
  ]),
  'patch-no-managers': patching([{ op: 'remove', path: '/metadata/managedFields' }]),
  'patch-labels': add('/metadata/labels', { hooked: 'yes' }),
  'patch-label-missing': add('/metadata/labels/second', 'yes'),
  'patch-same': add('/data/a', '1'),
  'patch-data': add('/data/hooked', 'yes'),
  'patch-invalid': add('/data/bad key', 'yes'),
  'patch-scale': patching([{ op: 'replace', path: '/spec/replicas', value: 7 }]),
  'patch-container': add('/spec/containers/-', { name: 'side', image: 'side' }),
  'patch-widget': patching([
    { op: 'add', path: '/spec/x', value: 'hooked' },
    { op: 'add', path: '/spec/pruned', value: 1 },
  ]),
}

export const webhookAnswers: Readonly<Record<string, PlayedWebhook>> = { ...sensible, ...invalid, ...patches }

/** Paths of webhooks that can be called for a new ConfigMap. */
export const answerNames = [...Object.keys(sensible), ...Object.keys(invalid)].filter(
  (name) => !name.startsWith('v1beta1') && !/^(append|once)-/.test(name),
)
export const patchNames = Object.keys(patches).filter(
  (name) => !['patch-scale', 'patch-container', 'patch-widget'].includes(name),
)
