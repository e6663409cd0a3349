/** The applications that are measured: IotSnap Root, smaller and larger ones of its kind, and one with richer protocols. */
import { parseTopology } from '@kubewright/protocol'

const volume = {
  capabilities: ['storage'],
  initial: 'unavailable',
  states: { unavailable: {}, available: { offers: ['storage'] } },
  operations: {
    create: { from: 'unavailable', to: 'available' },
    delete: { from: 'available', to: 'unavailable' },
  },
}

/** Unavailable, running or crashed, and in need of everything while it runs. */
const component = (requirements) => ({
  requirements,
  capabilities: ['endpoint'],
  initial: 'unavailable',
  states: { unavailable: {}, running: { needs: requirements, offers: ['endpoint'] }, crashed: {} },
  operations: {
    run: { from: 'unavailable', to: 'running', needs: requirements },
    delete: { from: ['running', 'crashed'], to: 'unavailable' },
    crash: { from: 'running', to: 'crashed', controllable: false },
  },
  faults: { running: 'crashed' },
})

const iotSnapNeeds = {
  pvc: [],
  postgres: ['pvc'],
  mongo: ['pvc'],
  minio: ['pvc'],
  cloudstorage: ['minio'],
  cloudadmin: ['postgres', 'cloudstorage'],
  agentkeeper: ['mongo', 'cloudstorage', 'cloudadmin'],
  gui: ['cloudadmin', 'agentkeeper'],
}

/** IotSnap Root as far as its first `count` nodes, or with more services that need its object store. */
export function iotSnap(count) {
  const needs = Object.entries(iotSnapNeeds).slice(0, count)
  for (let extra = needs.length; extra < count; extra++) needs.push([`extra${extra}`, ['minio']])
  return application(needs)
}

function application(needs) {
  const topology = parseTopology({
    types: { pvc: volume, ...Object.fromEntries(needs.slice(1).map(([name, all]) => [name, component(all)])) },
    nodes: Object.fromEntries(needs.map(([name]) => [name, name])),
    bindings: Object.fromEntries(
      needs.flatMap(([name, all]) =>
        all.map((other) => [`${name}.${other}`, other === 'pvc' ? 'pvc.storage' : `${other}.endpoint`]),
      ),
    ),
  })
  const up = Object.fromEntries(needs.map(([name]) => [name, name === 'pvc' ? 'available' : 'running']))
  return { topology, up: topology.state(up) }
}

const host = {
  capabilities: ['runtime'],
  initial: 'absent',
  states: { absent: {}, booted: {}, ready: { offers: ['runtime'] }, drained: {}, failed: {} },
  operations: {
    boot: { from: 'absent', to: 'booted' },
    join: { from: ['booted', 'drained'], to: 'ready' },
    drain: { from: 'ready', to: 'drained' },
    remove: { from: ['booted', 'drained', 'failed'], to: 'absent' },
    fail: { from: 'ready', to: 'failed', controllable: false },
  },
}

/** Installed on a host, configured with its requirements, then working. */
const service = (others) => {
  const all = ['host', ...others]
  return {
    requirements: all,
    capabilities: ['endpoint'],
    initial: 'absent',
    states: {
      absent: {},
      installed: {},
      configured: { needs: others },
      working: { needs: all, offers: ['endpoint'] },
      crashed: {},
    },
    operations: {
      install: { from: 'absent', to: 'installed', needs: ['host'] },
      configure: { from: 'installed', to: 'configured', needs: all },
      start: { from: 'configured', to: 'working', needs: all },
      stop: { from: 'working', to: 'configured', needs: all },
      repair: { from: 'crashed', to: 'installed', needs: ['host'] },
      uninstall: { from: ['installed', 'configured'], to: 'absent', needs: ['host'] },
      crash: { from: 'working', to: 'crashed', controllable: false },
    },
    faults: { ...(others.length > 0 ? { configured: 'installed' } : {}), working: 'crashed' },
  }
}

/** Nine services of which the databases, and the caches, stand in for each other. */
const pattern = {
  db1: [],
  db2: [],
  cache1: [],
  cache2: [],
  auth: ['db'],
  orders: ['db', 'cache'],
  mail: ['db'],
  shop: ['auth', 'orders'],
  report: ['orders', 'mail'],
}
const providers = { db: ['db1', 'db2'], cache: ['cache1', 'cache2'] }

/** A quarter of the nodes are hosts; the others are services in them, in groups of nine. */
export function rich(count = 12) {
  const hosts = Array.from({ length: Math.max(1, Math.round(count / 4)) }, (_, at) => `host${at}`)
  const names = Object.keys(pattern)
  const services = Array.from({ length: count - hosts.length }, (_, at) => {
    const group = Math.floor(at / names.length)
    const kind = names[at % names.length]
    return { kind, group, name: `${kind}-${group}`, host: hosts[at % hosts.length] }
  })
  const exists = new Set(services.map(({ name }) => name))
  const targets = (group, other) =>
    (providers[other] ?? [other]).map((one) => `${one}-${group}`).filter((name) => exists.has(name))
  const topology = parseTopology({
    types: { host, ...Object.fromEntries(names.map((name) => [name, service(pattern[name])])) },
    nodes: Object.fromEntries([
      ...hosts.map((name) => [name, 'host']),
      ...services.map(({ name, kind }) => [name, kind]),
    ]),
    bindings: Object.fromEntries(
      services.flatMap(({ name, kind, group, host: machine }) => [
        [`${name}.host`, `${machine}.runtime`],
        ...pattern[kind].map((other) => [`${name}.${other}`, targets(group, other).map((one) => `${one}.endpoint`)]),
      ]),
    ),
    containers: Object.fromEntries(services.map(({ name, host: machine }) => [name, machine])),
    hardRecovery: true,
  })
  const up = [...hosts.map((name) => [name, 'ready']), ...services.map(({ name }) => [name, 'working'])]
  return { topology, up: topology.state(Object.fromEntries(up)) }
}
