/**
 * The Thinking application: an API and a web page, each in a container of its own, and a database. In four variants:
 * without protocols, without fault handlers, with them, and with crashes.
 */
import { defineNodeType, type NodeTypeDefinition } from '../node-type.ts'
import { defineTopology } from '../topology.ts'

type Variant = 'bare' | 'plain' | 'handlers' | 'full'
type AnyDefinition = NodeTypeDefinition<string, string, string, string>

const docker = (name: string, capabilities: readonly string[]): AnyDefinition => ({
  name,
  capabilities,
  initial: 'Unavailable',
  states: { Unavailable: {}, Running: { offers: capabilities }, Stopped: {} },
  operations: {
    Run: { from: 'Unavailable', to: 'Running' },
    Stop: { from: 'Running', to: 'Stopped' },
    Start: { from: 'Stopped', to: 'Running' },
    Delete: { from: 'Stopped', to: 'Unavailable' },
  },
})

const host = 'MavenContainer'
const both = [host, 'MongoEndpoint']
const dropwizard: AnyDefinition = {
  name: 'Dropwizard',
  requirements: both,
  capabilities: ['APIEndpoint'],
  initial: 'Uninstalled',
  states: {
    Uninstalled: {},
    Installed: {},
    Configured: { needs: ['MongoEndpoint'] },
    Working: { needs: both, offers: ['APIEndpoint'] },
  },
  operations: {
    Setup: { from: 'Uninstalled', to: 'Installed', needs: [host] },
    Configure: { from: ['Installed', 'Configured'], to: 'Configured', needs: both },
    Run: { from: 'Configured', to: 'Working', needs: both },
    Stop: { from: 'Working', to: 'Configured', needs: both },
    Uninstall: { from: ['Configured', 'Installed'], to: 'Uninstalled', needs: [host] },
  },
}

const page = 'NodeJSContainer'
const all = [page, 'APIEndpoint']
const webApp: AnyDefinition = {
  name: 'WebApp',
  requirements: all,
  initial: 'Uninstalled',
  states: {
    Uninstalled: {},
    Installed: {},
    Running: { needs: [page] },
    Working: { needs: all },
    Configured: { needs: ['APIEndpoint'] },
  },
  operations: {
    Setup: { from: 'Uninstalled', to: 'Installed', needs: [page] },
    Uninstall: { from: ['Installed', 'Configured'], to: 'Uninstalled', needs: [page] },
    Run: [
      { from: 'Installed', to: 'Running', needs: [page] },
      { from: 'Configured', to: 'Working', needs: all },
    ],
    Configure: [
      { from: ['Installed', 'Configured'], to: 'Configured', needs: all },
      { from: ['Running', 'Working'], to: 'Working', needs: all },
    ],
    Stop: { from: 'Working', to: 'Configured', needs: all },
  },
}

const faults = {
  Dropwizard: { Configured: 'Installed', Working: 'Crashed' },
  WebApp: { Configured: 'Installed', Working: ['Running', 'Crashed'], Running: 'Crashed' },
} as Record<string, AnyDefinition['faults']>

function variantOf(definition: AnyDefinition, variant: Variant) {
  const { operations, ...rest } = definition
  if (variant === 'bare') return defineNodeType(rest)
  if (variant === 'plain') return defineNodeType(definition)
  const handlers = faults[definition.name]
  const sink = handlers !== undefined || variant === 'full' ? { Crashed: {} } : {}
  const crash = { Crash: { from: Object.keys(definition.states), to: 'Crashed', controllable: false } }
  const extended: AnyDefinition = {
    ...definition,
    states: { ...definition.states, ...sink },
    operations: { ...operations, ...(variant === 'full' ? crash : {}) },
    ...(handlers === undefined ? {} : { faults: handlers }),
  }
  return defineNodeType(extended)
}

export function thinking(variant: Variant, hardRecovery: boolean) {
  const container = variantOf(docker('Docker', ['Container']), variant)
  return defineTopology({
    nodes: {
      node: container,
      maven: container,
      mongo: variantOf(docker('DockerMongo', ['MongoEndpoint', 'Container']), variant),
      api: variantOf(dropwizard, variant),
      gui: variantOf(webApp, variant),
    },
    bindings: {
      'api.MavenContainer': 'maven.Container',
      'api.MongoEndpoint': 'mongo.MongoEndpoint',
      'gui.NodeJSContainer': 'node.Container',
      'gui.APIEndpoint': 'api.APIEndpoint',
    },
    containers: { api: 'maven', gui: 'node' },
    hardRecovery,
  })
}
