/** Resolves services as kube-apiserver does by default: to their cluster IP, or to their external name. */
import { isIP } from 'node:net'
import { draftOf } from '../object/draft.ts'
import type { Collection } from '../storage/collection.ts'

interface ServiceSpec {
  readonly type?: string
  readonly clusterIP?: string
  readonly externalName?: string
  readonly ports?: readonly { readonly port?: number }[]
}

/** `host:port`; `undefined` if there is no such service. Failure: throws an error with kube-apiserver's message. */
export type FindService = (namespace: string, name: string, port: number) => string | undefined

/** @param services the collection of Services */
export function findServiceIn(services: Collection): FindService {
  return (namespace, name, port) => {
    const version = services.read(`${namespace}/${name}`)
    return version && addressOf((draftOf(version.object.text)['spec'] ?? {}) as ServiceSpec, name, port)
  }
}

function addressOf(spec: ServiceSpec, name: string, port: number): string {
  const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = spec
  if (type === 'ExternalName') return join(externalName, port)
  if (clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"')
  if (!ports.some((one) => one.port === port)) {
    throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`)
  }
  return join(clusterIP, port)
}

function join(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}
