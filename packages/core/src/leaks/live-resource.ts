/**
 * The resources that Node's async hooks report: their kind, whether they are still alive, and a description.
 *
 * Reading the wrong property of a closed native handle may abort the process, so each kind reads only what is safe: `hasRef()` is
 * `undefined` once a handle is closed, and other properties may be read only before that.
 */
import type { Leak, LeakKind } from './leak.ts'

interface ResourceKind {
  readonly kind: LeakKind
  readonly isAlive: (resource: Resource) => boolean
  readonly describe: (resource: Resource) => string
}

/** The members of Node's resources that are read here; each kind has a subset. */
interface Resource {
  hasRef?(): boolean | undefined
  getsockname?(out: Address): number
  getpeername?(out: Address): number
  readonly fd?: number
  readonly pid?: number
  readonly initialized?: boolean
  readonly _destroyed?: boolean
  readonly _idleTimeout?: number
  readonly _repeat?: number | null
}

interface Address {
  address?: string
  port?: number
}

const isReferenced = (resource: Resource) => resource.hasRef?.() === true

/** An unreferenced stream counts too: a pooled connection is still a connection. The standard streams are shared. */
const isOpenStream = (resource: Resource) => resource.hasRef?.() !== undefined && (resource.fd ?? -1) > 2

const socket: ResourceKind = { kind: 'socket', isAlive: isOpenStream, describe: describeSocket }
const server: ResourceKind = { kind: 'server', isAlive: isOpenStream, describe: describeServer }

const kinds: Readonly<Record<string, ResourceKind>> = {
  // An unreferenced timer does not keep the process alive.
  Timeout: {
    kind: 'timer',
    isAlive: (timer) => timer._destroyed !== true && isReferenced(timer),
    describe: (timer) => `${timer._repeat ? 'an interval' : 'a timer'} of ${timer._idleTimeout} ms`,
  },
  TCPWRAP: socket,
  PIPEWRAP: socket,
  TTYWRAP: socket,
  UDPWRAP: socket,
  TCPSERVERWRAP: server,
  PIPESERVERWRAP: server,
  PROCESSWRAP: {
    kind: 'child process',
    isAlive: isReferenced,
    describe: (process) => `a child process with pid ${process.pid}`,
  },
  FSEVENTWRAP: {
    kind: 'file watcher',
    isAlive: (watcher) => watcher.hasRef?.() !== undefined && watcher.initialized === true,
    describe: () => 'a file watcher (fs.watch)',
  },
  STATWATCHER: { kind: 'file watcher', isAlive: isReferenced, describe: () => 'a file watcher (fs.watchFile)' },
  FILEHANDLE: {
    kind: 'file',
    isAlive: (file) => (file.fd ?? -1) > 2,
    describe: (file) => `an open file (descriptor ${file.fd})`,
  },
  WORKER: { kind: 'worker', isAlive: isReferenced, describe: () => 'a worker thread' },
}

/** Short-lived resources, or parts of others. */
const passing = new Set(['PROMISE', 'TickObject', 'Microtask', 'Immediate'])

/** Whether a resource of this type can leak at all. Called for every async resource. */
export function canLeak(type: string, resource: object): boolean {
  if (passing.has(type)) return false
  return Object.hasOwn(kinds, type) || typeof (resource as Resource).hasRef === 'function'
}

export function isAlive(type: string, resource: object): boolean {
  return kindOf(type).isAlive(resource as Resource)
}

/** Assumptions: the resource is alive. */
export function describeResource(type: string, resource: object): Omit<Leak, 'origin'> {
  const { kind, describe } = kindOf(type)
  return { kind, description: describe(resource as Resource) }
}

/** The object that owns a native handle, such as a `net.Server`. */
export function ownerOf(resource: object): object | undefined {
  const symbol = Object.getOwnPropertySymbols(resource).find(({ description }) => description === 'owner_symbol')
  const owner: unknown = symbol && (resource as Record<symbol, unknown>)[symbol]
  return typeof owner === 'object' && owner !== null ? owner : undefined
}

function kindOf(type: string): ResourceKind {
  if (Object.hasOwn(kinds, type)) return kinds[type]!
  return { kind: 'handle', isAlive: isReferenced, describe: () => `an open handle (${type})` }
}

function describeSocket(resource: Resource): string {
  const [here, there] = [placeOf(resource, 'getsockname'), placeOf(resource, 'getpeername')]
  if (here === undefined) return `a pipe or terminal (descriptor ${resource.fd})`
  return there === undefined ? `a socket at ${here}` : `a socket from ${here} to ${there}`
}

function describeServer(resource: Resource): string {
  return `a listening server at ${placeOf(resource, 'getsockname') ?? 'a local path'}`
}

function placeOf(resource: Resource, end: 'getsockname' | 'getpeername'): string | undefined {
  const found: Address = {}
  const failure = resource[end]?.(found)
  return failure === 0 && found.port !== undefined ? `${found.address}:${found.port}` : undefined
}
