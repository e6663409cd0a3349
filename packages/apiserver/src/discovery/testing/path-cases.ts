/** Requests for non-resource paths, and the parts of the responses that must match kube-apiserver. */
import { parse as parseYaml } from 'yaml'
import { canonical, fingerprint } from '../../openapi/testing/canonical-document.ts'
import { sampleDomain } from '../../openapi/testing/sample-definitions.ts'

export interface PathCase {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface PathAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

export type SendCase = (one: PathCase) => Promise<PathAnswer>

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** One case per word. */
function get(paths: string): readonly PathCase[] {
  return paths
    .trim()
    .split(/\s+/)
    .map((path) => ({ path }))
}

const web = `/apis/web.${sampleDomain}`

const discovery = get(`
  /api /api/ /api/v1 /api/v1/ /api/v2 /api//v1 /%61pi /API /apis /apis/ /apis/apps /apis/apps/ /apis/apps/v1
  /apis/apps/v1/ /apis/apps/v9 /apis/autoscaling /apis/autoscaling/v1 /apis/autoscaling/v2 /apis/apps%2Fv1
  /apis/apiextensions.k8s.io/v1 /apis/apiregistration.k8s.io/v1 /apis/certificates.k8s.io/v1
  /apis/authentication.k8s.io/v1 /apis/authorization.k8s.io/v1 /apis/rbac.authorization.k8s.io/v1
  /apis/events.k8s.io/v1 /apis/admissionregistration.k8s.io/v1 /apis/batch/v1 /apis/coordination.k8s.io/v1
  /apis/discovery.k8s.io/v1 /apis/networking.k8s.io/v1 /apis/node.k8s.io/v1 /apis/scheduling.k8s.io/v1
  /apis/policy/v1 /apis/resource.k8s.io/v1 /apis/flowcontrol.apiserver.k8s.io/v1 /apis/storage.k8s.io/v1
  /apis/nope /apis/nope/ /apis/nope/v1 /apis//v1 ${web} ${web}/ ${web}/v1 ${web}/v1/ ${web}/v2 ${web}/v9
  /apis/global.${sampleDomain}/v1 /apis/global.${sampleDomain} /apis/global.${sampleDomain}/v1alpha1
  /apis/order.${sampleDomain} /api?pretty=1 /apis/apps?pretty=true /apis/apps/v1?pretty=true ${web}?pretty=true
`)

const others = get(`
  /version/x /version/.. /api/../version /healthz /livez /readyz /healthz/ /healthz/nope /healthz/ping
  /livez/ping /readyz/ping /livez/ping/ /readyz/etcd /livez/etcd?verbose /livez/etcd-readiness
  /readyz/etcd-readiness /livez/poststarthook/rbac/bootstrap-roles /healthz/poststarthook
  /healthz/poststarthook/ /readyz?exclude=nope /livez?exclude /livez?exclude= /metrics/ /metrics/nope /logs
  /logs/ /logs/x /debug /debug/ /configz /index /ui /swagger.json /swaggerapi /nope /foo/bar/ /favicon.ico
  /robots.txt /validate // //api /.well-known /.well-known/ /openid/v1 /openid /openapi /openapi/ /openapi/v2/
  /openapi/v4 /openapi/v3/ /openapi/v3/api/v1/ /openapi/v3/apis/nope/v1 /openapi/v3/apis/apps
  /openapi/v3/version /openapi/v3/apis/apps/v1?hash=AB /openapi/v3/api?hash= /openapi/v3/%61pi /openapi/v3/nope
  /openapi/v3${web} /openapi/v3${web}/v1 /openapi/v3${web}/v9 /openapi/v3${web}/v1?hash=AB
`)

const methods: readonly PathCase[] = ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].flatMap((method) =>
  get(`
  /api /apis /apis/apps /apis/apps/v1 /api/v1 /version /healthz /readyz/ping /nope /openapi/v3/version
  /apis/nope /apis/nope/v1 /apis/apps/v9 ${web} ${web}/v1 ${web}/v9
  `).map(({ path }) => ({ path, method })),
)

const accepts = [
  aggregated,
  aggregated.replace('v=v2', 'v=v2beta1'),
  aggregated.replace('v=v2', 'v=v3'),
  `${aggregated},${aggregated.replace('v=v2', 'v=v2beta1')},application/json`,
  'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io',
  aggregated.replace('APIGroupDiscoveryList', 'Nope'),
  aggregated.replace('apidiscovery.k8s.io', 'x'),
  `${aggregated};profile=nopeer`,
  `${aggregated};q=0.1,application/json`,
  `application/json,${aggregated}`,
  `*/*;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`,
  aggregated.replace('json', 'yaml'),
  'application/yaml',
  'text/plain',
  'text/html',
  '*/*',
  '',
  'application/*',
  'application/cbor',
  'application/json;charset=utf-8',
  'application/json;stream=watch',
  'application/json;as=Table',
  'application/json;q=0.5, text/plain',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'application/json;g=meta.k8s.io;v=v1;as=Table',
] as const

const negotiated: readonly PathCase[] = accepts.flatMap((accept) =>
  get(`
  /api /apis /api/v1 /apis/apps /apis/apps/v1 /apis/apps/v9 /apis/nope /healthz /nope ${web} ${web}/v1
  /openapi/v3/version
  `).map(({ path }) => ({ path, headers: { accept } })),
)

const browsing: readonly PathCase[] = ['/api', '/apis', '/apis/apps', '/apis/apps/v1', '/api/v2'].map((path) => ({
  path,
  headers: { 'user-agent': 'curl/8.14.1' },
}))

export const pathCases: readonly PathCase[] = [...discovery, ...others, ...methods, ...negotiated, ...browsing]

/** `GET /api accept=text/plain` */
export function nameOfCase({ path, method = 'GET', headers = {} }: PathCase): string {
  return [method, path, ...Object.entries(headers).map(([name, value]) => `${name}=${value}`)].join(' ')
}

const compared = ['content-type', 'cache-control', 'vary', 'location', 'x-content-type-options', 'allow']
/** Reported only if missing. */
const usual = 'cache-control: no-cache, private'

/** The compared parts of a response, in one line. */
export function lineOf({ status, headers, body }: PathAnswer, one: PathCase): string {
  const told = compared.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`]))
  const unusual = told.includes(usual) ? told.filter((header) => header !== usual) : ['not as usual', ...told]
  const content = one.method === 'HEAD' ? '' : contentOf(body, String(headers['content-type'] ?? ''))
  return masked([status, ...unusual, ...(headers['etag'] === undefined ? [] : ['etag']), content].join(' | '))
}

function contentOf(body: string, contentType: string): string {
  if (body === '') return ''
  if (contentType.startsWith('application/yaml')) return `yaml ${textOf(ofOurs(parseYaml(body)))}`
  if (!contentType.startsWith('application/json')) return JSON.stringify(body)
  // Pretty-printed JSON is recognized by its beginning.
  return `${body.startsWith('{\n') ? 'pretty ' : ''}${textOf(ofOurs(JSON.parse(body)))}`
}

function textOf(value: unknown): string {
  const text = JSON.stringify(canonical(value))
  return text.length > 300 ? fingerprint(value) : text
}

interface Named {
  readonly name?: string
  readonly metadata?: { readonly name?: string }
}

interface Documents {
  readonly groups?: readonly Named[]
  readonly items?: readonly Named[]
  readonly resources?: readonly Named[]
  readonly groupVersion?: string
}

/** Drops groups that other users of the server added. */
function ofOurs(value: unknown): unknown {
  const { groups, items, resources, groupVersion = '' } = value as Documents
  return {
    ...(value as object),
    ...(groups === undefined ? {} : { groups: groups.filter(isOurs) }),
    ...(items === undefined ? {} : { items: items.filter(isOurs) }),
    ...(resources === undefined ? {} : { resources: inOrder(resources, groupVersion) }),
  }
}

/** Sorts custom resources, which have no order in kube-apiserver's legacy lists. */
function inOrder(resources: readonly Named[], groupVersion: string): readonly Named[] {
  if (!groupVersion.includes(sampleDomain)) return resources
  return [...resources].sort((a, b) => (a.name! < b.name! ? -1 : 1))
}

function isOurs({ name, metadata }: Named): boolean {
  const group = name ?? metadata?.name ?? ''
  return /^[a-z]*$|\.k8s\.io$/.test(group) || group.endsWith(sampleDomain)
}

function masked(line: string): string {
  return line.replaceAll(/[0-9A-F]{128}/g, '<hash>').replaceAll(/127\.0\.0\.1:\d+/g, '<address>')
}
