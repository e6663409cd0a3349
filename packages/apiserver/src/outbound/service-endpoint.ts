/** Resolves services to their ready endpoints, as kube-apiserver does with `--enable-aggregator-routing`. */
import { isIP } from 'node:net'
import { type Random, randomInt } from '@kubewright/core/random'
import { draftOf } from '../object/draft.ts'
import type { Collection } from '../storage/collection.ts'
import { type FindService, findServiceIn } from './service-address.ts'

export interface EndpointRouting {
  readonly services: Collection
  readonly slices: Collection
  readonly random: Random
  /** Maps an endpoint's cluster address to one that this machine can reach. */
  readonly dialled: (address: string) => string
}

interface Slice {
  readonly addressType?: string
  readonly endpoints?: readonly {
    readonly addresses?: readonly string[]
    readonly conditions?: { readonly ready?: boolean }
  }[]
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[]
}

interface ServiceSpec {
  readonly type?: string
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[]
}

const serviceNameLabel = 'kubernetes.io/service-name'

/** A random ready endpoint. Services of type ExternalName resolve to that name. */
export function findEndpointIn({ services, slices, random, dialled }: EndpointRouting): FindService {
  const findService = findServiceIn(services)
  return (namespace, name, port) => {
    const address = findService(namespace, name, port)
    if (address === undefined) return undefined
    const { type, ports = [] } = (readDraft(services, `${namespace}/${name}`)['spec'] ?? {}) as ServiceSpec
    if (type === 'ExternalName') return address
    const portName = ports.find((one) => one.port === port)?.name ?? ''
    const found = slicesOf(slices, namespace, name).flatMap((slice) => readyIn(slice, portName))
    if (found.length === 0) throw new Error(`no endpoints available for service ${JSON.stringify(name)}`)
    const { host, port: target } = found[randomInt(random, found.length)]!
    const where = dialled(host)
    return isIP(where) === 6 ? `[${where}]:${target}` : `${where}:${target}`
  }
}

function readDraft(collection: Collection, key: string): Readonly<Record<string, unknown>> {
  const version = collection.read(key)
  return version === undefined ? {} : draftOf(version.object.text)
}

/** Parses only the slices of the service. */
function slicesOf(slices: Collection, namespace: string, name: string): readonly Slice[] {
  const isIts = ({ object }: { object: { labels?: Readonly<Record<string, string>> | undefined } }) =>
    Object.hasOwn(object.labels ?? {}, serviceNameLabel) && object.labels![serviceNameLabel] === name
  const { versions } = slices.range({ prefix: `${namespace}/`, matches: isIts })
  return versions.map(({ object }) => draftOf(object.text) as Slice)
}

function readyIn({ addressType, endpoints = [], ports = [] }: Slice, portName: string) {
  const port = ports.find(({ name = '' }) => name === portName)?.port
  if (port === undefined || addressType === 'FQDN') return []
  return endpoints
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses = [] }) => addresses.slice(0, 1).map((host) => ({ host, port })))
}
