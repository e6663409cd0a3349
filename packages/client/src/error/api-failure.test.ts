import { describe, expect, it } from 'vitest'
import { failure } from '../scripted/scripted-answer.ts'
import { Namespace, Pod, Website } from '../testing/kinds.ts'
import { apiFailure } from './api-failure.ts'
import { ignoreNotFound, isConflict, isNotFound, isTimeout, isUnknownKind } from './guards.ts'
import type { Operation } from './operation.ts'

const getBlog: Operation = { verb: 'get', resource: Website, namespace: 'default', name: 'blog' }
const patchStatus: Operation = { ...getBlog, verb: 'patch', subresource: 'status' }
const applyBlog: Operation = { ...getBlog, verb: 'apply' }
const createPod: Operation = { verb: 'create', resource: Pod, namespace: 'shop', name: 'web' }
const listPods: Operation = { verb: 'list', resource: Pod }

type Scripted = ReturnType<typeof failure>

function errorFor(operation: Operation, { status = 500, body }: Scripted, more: object = {}) {
  return apiFailure(operation, { status, text: typeof body === 'string' ? body : JSON.stringify(body), ...more })
}

describe('apiFailure', () => {
  const cases: { name: string; operation: Operation; answer: Scripted; code: string; message: string }[] = [
    {
      name: 'a missing object',
      operation: getBlog,
      answer: failure(404, 'NotFound', 'websites.web.example.dev "blog" not found', { name: 'blog', kind: 'websites' }),
      code: 'KW_CLIENT_NOT_FOUND',
      message:
        'Cannot get websites.web.example.dev default/blog: the server answered 404 NotFound: websites.web.example.dev "blog" not found. Check name and namespace, or handle the absence with isNotFound.',
    },
    {
      name: 'a missing namespace',
      operation: createPod,
      answer: failure(404, 'NotFound', 'namespaces "shop" not found', { name: 'shop', kind: 'namespaces' }),
      code: 'KW_CLIENT_NOT_FOUND',
      message:
        'Cannot create pods shop/web: the server answered 404 NotFound: namespaces "shop" not found. Create the namespace shop first.',
    },
    {
      name: 'a kind that the server does not serve',
      operation: getBlog,
      answer: failure(404, 'NotFound', 'the server could not find the requested resource'),
      code: 'KW_CLIENT_UNKNOWN_KIND',
      message:
        'Cannot get websites.web.example.dev default/blog: the server answered 404 NotFound: the server could not find the requested resource. Install the CustomResourceDefinition websites.web.example.dev and wait until it is established; check that it serves v1alpha1.',
    },
    {
      name: 'an unserved path in plain text',
      operation: listPods,
      answer: { status: 404, body: '404 page not found\n' },
      code: 'KW_CLIENT_UNKNOWN_KIND',
      message:
        'Cannot list pods in all namespaces: the server answered 404: 404 page not found. Check that this version of Kubernetes serves Pod in v1: kubectl api-resources',
    },
    {
      name: 'a subresource that is not served',
      operation: patchStatus,
      answer: failure(404, 'NotFound', 'websites.web.example.dev "blog" not found', { name: 'blog', kind: 'websites' }),
      code: 'KW_CLIENT_NOT_FOUND',
      message:
        'Cannot patch the status of websites.web.example.dev default/blog: the server answered 404 NotFound: websites.web.example.dev "blog" not found. Check that the object exists, and that its kind has the subresource status.',
    },
    {
      name: 'a missing permission in a namespace',
      operation: { ...patchStatus },
      answer: failure(
        403,
        'Forbidden',
        'websites.web.example.dev "blog" is forbidden: User "u" cannot patch resource "websites/status" in API group "web.example.dev" in the namespace "default"',
        { name: 'blog', kind: 'websites' },
      ),
      code: 'KW_CLIENT_FORBIDDEN',
      message:
        'Cannot patch the status of websites.web.example.dev default/blog: the server answered 403 Forbidden: websites.web.example.dev "blog" is forbidden: User "u" cannot patch resource "websites/status" in API group "web.example.dev" in the namespace "default". Grant it in a Role in default, or a ClusterRole: - {apiGroups: ["web.example.dev"], resources: ["websites/status"], verbs: ["patch"]}',
    },
    {
      name: 'a missing permission in the cluster',
      operation: listPods,
      answer: failure(
        403,
        'Forbidden',
        'pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope',
        { kind: 'pods' },
      ),
      code: 'KW_CLIENT_FORBIDDEN',
      message:
        'Cannot list pods in all namespaces: the server answered 403 Forbidden: pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope. Grant it in a ClusterRole: - {apiGroups: [""], resources: ["pods"], verbs: ["list"]}',
    },
    {
      name: 'a missing permission for a path',
      operation: { verb: 'request', line: 'GET /metrics' },
      answer: failure(403, 'Forbidden', 'forbidden: User "u" cannot get path "/metrics"'),
      code: 'KW_CLIENT_FORBIDDEN',
      message:
        'Cannot request GET /metrics: the server answered 403 Forbidden: forbidden: User "u" cannot get path "/metrics". Grant it in a ClusterRole: - {nonResourceURLs: ["/metrics"], verbs: ["get"]}',
    },
    {
      name: 'an exceeded quota',
      operation: createPod,
      answer: failure(
        403,
        'Forbidden',
        'pods "web" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
        { name: 'web', kind: 'pods' },
      ),
      code: 'KW_CLIENT_FORBIDDEN',
      message:
        'Cannot create pods shop/web: the server answered 403 Forbidden: pods "web" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1.',
    },
    {
      name: 'an update conflict',
      operation: { ...getBlog, verb: 'update' },
      answer: failure(
        409,
        'Conflict',
        'Operation cannot be fulfilled on websites.web.example.dev "blog": the object has been modified; please apply your changes to the latest version and try again',
        { name: 'blog' },
      ),
      code: 'KW_CLIENT_CONFLICT',
      message:
        'Cannot update websites.web.example.dev default/blog: the server answered 409 Conflict: Operation cannot be fulfilled on websites.web.example.dev "blog": the object has been modified; please apply your changes to the latest version and try again. Another client changed the object: read it again and repeat your change on that version.',
    },
    {
      name: 'a field manager conflict',
      operation: applyBlog,
      answer: failure(409, 'Conflict', 'Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas', {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "kubectl"', field: '.spec.replicas' }],
      }),
      code: 'KW_CLIENT_CONFLICT',
      message:
        'Cannot apply websites.web.example.dev default/blog: the server answered 409 Conflict: Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas. Leave these fields to their manager, or take them over with { force: true }.',
    },
    {
      name: 'an object that already exists',
      operation: createPod,
      answer: failure(409, 'AlreadyExists', 'pods "web" already exists', { name: 'web', kind: 'pods' }),
      code: 'KW_CLIENT_ALREADY_EXISTS',
      message:
        'Cannot create pods shop/web: the server answered 409 AlreadyExists: pods "web" already exists. Read it to check that it is yours, or use apply, which also updates existing objects.',
    },
    {
      name: 'an invalid object with causes',
      operation: createPod,
      answer: failure(422, 'Invalid', 'Pod "web" is invalid', {
        name: 'web',
        causes: [
          { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.containers' },
          { reason: 'FieldValueInvalid', message: 'Invalid value: -1', field: 'spec.priority' },
        ],
      }),
      code: 'KW_CLIENT_INVALID',
      message:
        'Cannot create pods shop/web: the server answered 422 Invalid: Pod "web" is invalid [spec.containers: Required value; spec.priority: Invalid value: -1].',
    },
    {
      name: 'an unsupported strategic merge patch',
      operation: { ...getBlog, verb: 'patch' },
      answer: failure(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format'),
      code: 'KW_CLIENT_MEDIA_TYPE',
      message:
        'Cannot patch websites.web.example.dev default/blog: the server answered 415 UnsupportedMediaType: the body of the request was in an unknown format. Custom resources support merge patches, JSON patches and apply, but not strategic merge patches.',
    },
    {
      name: 'an object that is too large',
      operation: createPod,
      answer: failure(413, 'RequestEntityTooLarge', 'Request entity too large: limit is 3145728'),
      code: 'KW_CLIENT_TOO_LARGE',
      message:
        'Cannot create pods shop/web: the server answered 413 RequestEntityTooLarge: Request entity too large: limit is 3145728. Split the object, or keep the bulk elsewhere and store a reference to it.',
    },
    {
      name: 'missing authentication',
      operation: listPods,
      answer: failure(401, 'Unauthorized', 'Unauthorized'),
      code: 'KW_CLIENT_UNAUTHORIZED',
      message:
        'Cannot list pods in all namespaces: the server answered 401 Unauthorized: Unauthorized. Log in again, or check the user of the current kubeconfig context.',
    },
    {
      name: 'too many requests, in plain text',
      operation: listPods,
      answer: { status: 429, body: 'Too many requests, please try again later.\n' },
      code: 'KW_CLIENT_TOO_MANY_REQUESTS',
      message:
        'Cannot list pods in all namespaces: the server answered 429: Too many requests, please try again later. Wait for `retryAfterMs`, and send fewer requests.',
    },
    {
      name: 'an HTML page of a proxy',
      operation: createPod,
      answer: { status: 502, body: '<html>\n<head><title>502 Bad\n Gateway</title></head></html>' },
      code: 'KW_CLIENT_UNAVAILABLE',
      message:
        'Cannot create pods shop/web: the server answered 502 with an HTML page titled "502 Bad Gateway". The request may have been executed: read the object before you repeat it.',
    },
    {
      name: 'a truncated Status',
      operation: listPods,
      answer: { status: 500, body: '{"kind":"Status","message":"x' },
      code: 'KW_CLIENT_SERVER_FAILED',
      message:
        'Cannot list pods in all namespaces: the server answered 500 with 29 bytes of JSON that is damaged or cut off.',
    },
    {
      name: 'JSON that is no Status',
      operation: listPods,
      answer: { status: 500, body: '{"error":"x","path":"/"}' },
      code: 'KW_CLIENT_SERVER_FAILED',
      message: 'Cannot list pods in all namespaces: the server answered 500 with a JSON object with error, path.',
    },
    {
      name: 'an anonymous request',
      operation: listPods,
      answer: failure(
        403,
        'Forbidden',
        'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope',
      ),
      code: 'KW_CLIENT_FORBIDDEN',
      message:
        'Cannot list pods in all namespaces: the server answered 403 Forbidden: pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" at the cluster scope. The request had no credentials, or none that the server accepts: check the user of the current kubeconfig context, or the token you pass.',
    },
    {
      name: 'an empty response',
      operation: listPods,
      answer: { status: 503, body: '' },
      code: 'KW_CLIENT_UNAVAILABLE',
      message: 'Cannot list pods in all namespaces: the server answered 503 with an empty body. Retry with back-off.',
    },
    {
      name: 'a cluster-scoped object',
      operation: { verb: 'delete', resource: Namespace, name: 'default' },
      answer: failure(403, 'Forbidden', 'namespaces "default" is forbidden: this namespace may not be deleted', {
        name: 'default',
      }),
      code: 'KW_CLIENT_FORBIDDEN',
      message:
        'Cannot delete namespaces default: the server answered 403 Forbidden: namespaces "default" is forbidden: this namespace may not be deleted.',
    },
  ]
  it.each(cases)('describes $name', ({ operation, answer, code, message }) => {
    const error = errorFor(operation, answer)
    expect({ code: error.code, message: error.message }).toEqual({ code, message })
  })

  const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const
  const RoleBinding = { ...rbac, kind: 'RoleBinding', plural: 'rolebindings', scope: 'Namespaced' } as const
  const ClusterRole = { ...rbac, kind: 'ClusterRole', plural: 'clusterroles', scope: 'Cluster' } as const
  const missing = (count: number) =>
    Array.from({ length: count }, (_, at) => `{APIGroups:[""], Resources:["kind${at}"], Verbs:["get"]}`)
  const refused = (plural: string, name: string, rules: readonly string[], tail = '') =>
    failure(
      403,
      'Forbidden',
      `${plural}.rbac.authorization.k8s.io "${name}" is forbidden: user "u" (groups=["g"]) is attempting to grant RBAC permissions not currently held:\n${rules.join('\n')}${tail}`,
      { name, group: rbac.group, kind: plural },
    )
  const applyBinding: Operation = { verb: 'apply', resource: RoleBinding, namespace: 'shop', name: 'team' }
  const bound = (kind: string, name: string) => JSON.stringify({ roleRef: { apiGroup: rbac.group, kind, name } })

  it('shortens the rules of a refused binding, and advises to grant bind on its role', () => {
    const answer = refused('rolebindings', 'team', missing(70))
    expect(errorFor(applyBinding, answer, { sent: bound('ClusterRole', 'admin') }).message).toBe(
      'Cannot apply rolebindings.rbac.authorization.k8s.io shop/team: the server answered 403 Forbidden: rolebindings.rbac.authorization.k8s.io "team" is forbidden: user "u" (groups=["g"]) is attempting to grant RBAC permissions not currently held: {APIGroups:[""], Resources:["kind0"], Verbs:["get"]}, {APIGroups:[""], Resources:["kind1"], Verbs:["get"]}, {APIGroups:[""], Resources:["kind2"], Verbs:["get"]} and 67 more rules. Grant the verb bind on its role, in a Role in shop, or a ClusterRole: - {apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], resourceNames: ["admin"], verbs: ["bind"]}; for generated roles, add to grants in kubewright.config.ts: { group: \'rbac.authorization.k8s.io\', resource: \'clusterroles\', verbs: [\'bind\'], name: \'admin\', because: \'say why\' }',
    )
  })

  it('truncates each of the rules', () => {
    const long = `{APIGroups:[""], Resources:[${Array.from({ length: 300 }, (_, at) => `"kind${at}"`).join(', ')}], Verbs:["get"]}`
    const answer = refused('rolebindings', 'team', [long, long, long, long])
    const { message } = errorFor(applyBinding, answer, { sent: bound('ClusterRole', 'admin') })
    expect(message).toContain(
      `not currently held: ${[long, long, long].map((rule) => `${rule.slice(0, 200)}…`).join(', ')} and 1 more rule.`,
    )
  })

  it.each([
    {
      name: 'a Role that a binding refers to',
      operation: applyBinding,
      answer: refused('rolebindings', 'team', missing(1)),
      sent: bound('Role', 'reader'),
      rule: 'resources: ["roles"], resourceNames: ["reader"], verbs: ["bind"]',
    },
    {
      name: 'a binding whose patch names no role',
      operation: applyBinding,
      answer: refused('rolebindings', 'team', missing(1)),
      sent: '{"subjects":[]}',
      rule: 'the role of its roleRef, here ROLE, in a Role in shop, or a ClusterRole: - {apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], resourceNames: ["ROLE"], verbs: ["bind"]',
    },
    {
      name: 'an applied ClusterRole',
      operation: { verb: 'apply', resource: ClusterRole, name: 'tenant' } as const,
      answer: refused('clusterroles', 'tenant', missing(1)),
      sent: '{}',
      rule: 'in a ClusterRole: - {apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], resourceNames: ["tenant"], verbs: ["escalate"]}',
    },
    {
      name: 'a created ClusterRole, without its name',
      operation: { verb: 'create', resource: ClusterRole, name: 'tenant' } as const,
      answer: refused('clusterroles', 'tenant', missing(1)),
      sent: '{}',
      rule: 'resources: ["clusterroles"], verbs: ["escalate"]}',
    },
    {
      name: 'an aggregated ClusterRole',
      operation: { verb: 'apply', resource: ClusterRole, name: 'tenant' } as const,
      answer: failure(
        403,
        'Forbidden',
        'clusterroles.rbac.authorization.k8s.io "tenant" is forbidden: must have cluster-admin privileges to use the aggregationRule',
        { name: 'tenant', kind: 'clusterroles' },
      ),
      sent: '{}',
      rule: 'resourceNames: ["tenant"], verbs: ["escalate"]}',
    },
  ])('advises which rule allows to write $name', ({ operation, answer, sent, rule }) => {
    expect(errorFor(operation, answer, { sent }).message).toContain(rule)
  })

  it('keeps what the server says after the rules of a refused binding', () => {
    const answer = refused('rolebindings', 'team', missing(4), '; resolution errors: [roles "x" not found]')
    expect(errorFor(applyBinding, answer).message).toContain(
      'and 1 more rule; resolution errors: [roles "x" not found]. Grant the verb bind',
    )
  })

  it('has verb, object, status, causes and retryAfterMs as properties', () => {
    const answer = failure(422, 'Invalid', 'no', { causes: [{ field: 'spec.x', message: 'Required value' }] })
    const error = errorFor(patchStatus, answer, { attempts: 3, auditId: 'a-1', retryAfterMs: 1_500 })
    expect(error).toMatchObject({
      name: 'ApiError',
      verb: 'patch',
      resource: 'websites.web.example.dev',
      subresource: 'status',
      objectName: 'blog',
      namespace: 'default',
      status: 422,
      reason: 'Invalid',
      causes: [{ field: 'spec.x', message: 'Required value' }],
      retryAfterMs: 1_500,
    })
    expect(error.message).toContain('(after 3 attempts)')
    expect(error.details).toMatchObject({ auditId: 'a-1', verb: 'patch', name: 'blog', status: 422 })
  })

  it('takes retryAfterMs from the body without a Retry-After header', () => {
    expect(errorFor(listPods, failure(504, 'Timeout', 'x', { retryAfterSeconds: 2 })).retryAfterMs).toBe(2_000)
  })
})

describe('error guards', () => {
  const notFound = errorFor(getBlog, failure(404, 'NotFound', 'x', { name: 'blog', kind: 'websites' }))
  const unknownKind = errorFor(getBlog, failure(404, 'NotFound', 'x'))

  it('distinguish a missing object from a missing kind', () => {
    expect([isNotFound(notFound), isUnknownKind(notFound)]).toEqual([true, false])
    expect([isNotFound(unknownKind), isUnknownKind(unknownKind)]).toEqual([false, true])
  })

  it('recognise errors from another copy of the package by their code', () => {
    expect(isConflict(Object.assign(new Error('x'), { code: 'KW_CLIENT_CONFLICT' }))).toBe(true)
    expect(isConflict({ code: 'KW_CLIENT_CONFLICT' })).toBe(false)
    expect(isTimeout(new Error('x'))).toBe(false)
  })

  it('ignoreNotFound() returns undefined for a missing object and rethrows anything else', () => {
    expect(ignoreNotFound(notFound)).toBeUndefined()
    expect(() => ignoreNotFound(unknownKind)).toThrow(unknownKind)
  })
})
