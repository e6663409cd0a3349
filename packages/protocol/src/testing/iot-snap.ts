/** IotSnap Root: a volume, two databases, an object store and four services. */
import { defineNodeType } from '../node-type.ts'
import { defineTopology } from '../topology.ts'

export const Volume = defineNodeType({
  name: 'PVC',
  capabilities: ['Storage'],
  initial: 'Unavailable',
  states: { Unavailable: {}, Available: { offers: ['Storage'] } },
  operations: { Create: { from: 'Unavailable', to: 'Available' }, Delete: { from: 'Available', to: 'Unavailable' } },
})

/** A component that is unavailable, running or crashed, and needs all requirements while it runs. */
export function component<const Requirement extends string>(
  name: string,
  requirements: readonly Requirement[],
  cost = 1,
) {
  return defineNodeType({
    name,
    requirements,
    capabilities: ['Endpoint'],
    initial: 'Unavailable',
    states: { Unavailable: {}, Running: { needs: requirements, offers: ['Endpoint'] }, Crashed: {} },
    operations: {
      Run: { from: 'Unavailable', to: 'Running', needs: requirements, cost },
      Delete: { from: ['Running', 'Crashed'], to: 'Unavailable', cost },
      Crash: { from: 'Running', to: 'Crashed', controllable: false },
    },
    // A state without needs has no fault to handle.
    ...(requirements.length === 0 ? {} : { faults: { Running: 'Crashed' } as const }),
  })
}

const Database = component('Database', ['PVC'])
const MinIO = component('MinIO', ['PVC'])
const CloudStorage = component('CloudStorage', ['Connection'])
const CloudAdmin = component('CloudAdmin', ['Connection1', 'Connection2'])
const AgentKeeper = component('AgentKeeper', ['Connection1', 'Connection2', 'Connection3'])

export const iotSnap = defineTopology({
  nodes: {
    PVC: Volume,
    Postgres: Database,
    Mongo: Database,
    MinIO,
    CloudStorage,
    CloudAdmin,
    AgentKeeper,
    Gui: CloudAdmin,
  },
  bindings: {
    'Postgres.PVC': 'PVC.Storage',
    'Mongo.PVC': 'PVC.Storage',
    'MinIO.PVC': 'PVC.Storage',
    'CloudStorage.Connection': 'MinIO.Endpoint',
    'CloudAdmin.Connection1': 'Postgres.Endpoint',
    'CloudAdmin.Connection2': 'CloudStorage.Endpoint',
    'AgentKeeper.Connection1': 'Mongo.Endpoint',
    'AgentKeeper.Connection2': 'CloudStorage.Endpoint',
    'AgentKeeper.Connection3': 'CloudAdmin.Endpoint',
    'Gui.Connection1': 'CloudAdmin.Endpoint',
    'Gui.Connection2': 'AgentKeeper.Endpoint',
  },
})

export const allUp = iotSnap.state({
  PVC: 'Available',
  Postgres: 'Running',
  Mongo: 'Running',
  MinIO: 'Running',
  CloudStorage: 'Running',
  CloudAdmin: 'Running',
  AgentKeeper: 'Running',
  Gui: 'Running',
})
