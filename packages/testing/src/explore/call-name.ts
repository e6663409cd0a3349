/** What a request is about, read from its method and path: the name by which a plan finds it again. Pure. */
import type { TransportRequest } from '@kubewright/client'
import { collectionIn, kindIn } from './cluster-place.ts'

export interface CallName {
  /** `get list watch create update patch apply delete deletecollection`, or `ask` for what is no object. */
  readonly verb: string
  readonly group: string
  /** `deployments`, or `deployments/status`; empty for what is no object. */
  readonly resource: string
  readonly namespace: string | undefined
  readonly name: string | undefined
  /** The cluster it goes to, unless that is home. */
  readonly cluster?: string | undefined
  /** Where all objects of the kind are listed: `/apis/apps/v1/deployments`; elsewhere than at home `east:/apis/apps/v1/deployments`. */
  readonly collection: string
  /** `apply deployments.apps default/blog`, as plans and stories say it; in another cluster, `apply deployments.apps@east default/blog`. */
  readonly label: string
}

const path =
  /^\/(?:api\/(v1)|apis\/([^/]+)\/([^/]+))\/(?:namespaces\/([^/]+)\/(?!(?:status|finalize)(?:$|\/)))?([^/]+)(?:\/([^/]+))?(?:\/(.+))?$/

/** Random names would make every run another: what a server made up is left out. */
const made = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Whoever writes an event gives it the name of what it is about, and chance. */
const madeForEvent = /\.[0-9a-f]{16}$/

export function callOf(
  request: Pick<TransportRequest, 'method' | 'path' | 'headers' | 'body'>,
  cluster?: string,
): CallName {
  const [where = '', query = ''] = request.path.split('?', 2)
  const found = path.exec(where)
  if (found === null) {
    const label = `${request.method} ${kindIn(cluster, where)}`
    const collection = collectionIn(cluster, where)
    const nothing = { group: '', resource: '', namespace: undefined, name: undefined }
    return { verb: 'ask', ...nothing, cluster, collection, label }
  }
  const [, core, group = '', version, namespace, plural = '', given, subresource] = found
  const name = given === undefined ? nameIn(request.body) : decodeURIComponent(given)
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`
  const verb = verbOf(request, given !== undefined, query)
  const place = core === undefined ? `/apis/${group}/${version}/${plural}` : `/api/v1/${plural}`
  return {
    verb,
    group,
    resource,
    namespace,
    name,
    cluster,
    collection: collectionIn(cluster, place),
    label: labelOf({ verb, group, resource, namespace, name, cluster }),
  }
}

export function labelOf(call: Omit<CallName, 'collection' | 'label'>): string {
  const { verb, group, resource, namespace, name, cluster } = call
  const [plural = '', subresource] = resource.split('/')
  const whole = kindIn(cluster, `${plural}${group === '' ? '' : `.${group}`}`)
  const kind = `${whole}${subresource === undefined ? '' : `/${subresource}`}`
  const named = isEvent({ group, resource }) ? name?.replace(madeForEvent, '.*') : name?.replace(made, '<uid>')
  const object = [namespace, named].filter((part) => part !== undefined).join('/')
  return object === '' ? `${verb} ${kind}` : `${verb} ${kind} ${object}`
}

const writes = new Set(['create', 'update', 'patch', 'apply', 'delete', 'deletecollection'])

/** Whether it may change an object. */
export function isWrite({ verb, resource }: Pick<CallName, 'verb' | 'resource'>): boolean {
  return writes.has(verb) && !isReview(resource)
}

/** Posted, and never kept. */
function isReview(resource: string): boolean {
  return resource.endsWith('reviews')
}

/** Events are for people: whether one is written changes nothing. Leases come and go with time alone. */
export function isAside(call: Pick<CallName, 'group' | 'resource'>): boolean {
  return isEvent(call) || call.group === 'coordination.k8s.io'
}

export function isEvent({ group, resource }: Pick<CallName, 'group' | 'resource'>): boolean {
  return resource === 'events' && (group === '' || group === 'events.k8s.io')
}

function verbOf({ method, headers }: Pick<TransportRequest, 'method' | 'headers'>, isNamed: boolean, query: string) {
  switch (method) {
    case 'GET':
      if (/(?:^|&)watch=(?:true|1)/.test(query)) return 'watch'
      return isNamed ? 'get' : 'list'
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return headers['content-type']?.includes('apply-patch') ? 'apply' : 'patch'
    case 'DELETE':
      return isNamed ? 'delete' : 'deletecollection'
  }
}

function nameIn(body: TransportRequest['body']): string | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const { metadata } = JSON.parse(body) as { metadata?: { name?: string; generateName?: string } }
    return metadata?.name ?? (metadata?.generateName === undefined ? undefined : `${metadata.generateName}*`)
  } catch {
    return undefined // not JSON: the kind says enough
  }
}
