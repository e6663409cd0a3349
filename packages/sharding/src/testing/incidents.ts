/** The incidents of a simulated fleet. */
import type { KubeObject } from '@kubewright/core'
import { ringLabel, assignmentAnnotation, drainLabel, shardLabel, shardLeaseName } from '../names.ts'
import type { Fleet } from './fleet.ts'
import { leaseNamespace, ring } from './simulated-kinds.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Incident } from './story.ts'

type Happening = (fleet: Fleet, incident: Incident) => void

/** Changes the marks of an object like a user with `kubectl`, without regard to their meaning. */
interface Edit {
  readonly label?: string | null
  readonly note?: string | null
  readonly drain?: string | null
}

function edit(marks: Edit): Happening {
  return (fleet, { pick }) => {
    const object = fleet.pickObject(pick)
    if (object !== undefined) fleet.editByHand(object, patchOf(marks))
  }
}

function patchOf({ label, note, drain }: Edit): object {
  const labels = {
    ...(label === undefined ? {} : { [shardLabel(ring)]: label }),
    ...(drain === undefined ? {} : { [drainLabel(ring)]: drain }),
  }
  return { metadata: { labels, annotations: note === undefined ? {} : { [assignmentAnnotation(ring)]: note } } }
}

const noMarks: Edit = { label: null, note: null, drain: null }

/** A temporary condition of a process. */
function forAWhile(begin: (process: SimulatedProcess, incident: Incident) => () => void): Happening {
  return (fleet, incident) => {
    const replica = fleet.pickReplica(incident)
    if (replica === undefined) return
    const end = begin(replica.process, incident)
    fleet.blur(incident.ms)
    fleet.time.after(incident.ms, () => {
      end()
      fleet.ledger.wake(replica)
    })
  }
}

interface Pause {
  /** Whether the machine sleeps: then only the wall clock advances. */
  readonly isSuspended: (incident: Incident) => boolean
  /** How far its clock was set when it resumes. Not while it sleeps: then no clock would show that time has passed. */
  readonly jumpMs?: (incident: Incident) => number
}

function pause({ isSuspended, jumpMs = () => 0 }: Pause): Happening {
  return forAWhile((process, incident) => {
    process.pause()
    return () => {
      process.jump(jumpMs(incident))
      process.resume(isSuspended(incident))
    }
  })
}

function fail(part: number): Happening {
  return (fleet, { ms }) => {
    fleet.world.outage = part
    fleet.blur(ms)
    fleet.time.after(ms, () => (fleet.world.outage = 0))
  }
}

function onLease(change: (fleet: Fleet, lease: KubeObject) => void): Happening {
  return (fleet, incident) => {
    const shard = fleet.pickReplica(incident)?.shard
    const ref = { namespace: leaseNamespace, name: shardLeaseName(ring, shard ?? '') }
    const lease = fleet.api.get('Lease', ref)
    if (lease !== undefined) change(fleet, { ...lease, kind: 'Lease' })
  }
}

const incidents = {
  crash: (fleet, incident) => {
    const replica = fleet.pickReplica(incident)
    if (replica !== undefined) fleet.crash(replica)
  },
  /** A replica that does not lead: it returns about when its lease is taken. */
  'lose another for long': (fleet, incident) => {
    const leader = fleet.pickReplica({ ...incident, whom: 'leader' })
    const others = fleet.replicas.filter((one) => one.shard !== leader?.shard)
    const replica = others[incident.pick % Math.max(1, others.length)]
    if (replica !== undefined) fleet.lose(replica, 27_000 + 8 * incident.pick)
  },
  'stand still': pause({ isSuspended: () => false, jumpMs: ({ pick, ms }) => (pick % 4 === 0 ? -2 * ms : 0) }),
  'sleep with the machine': pause({ isSuspended: () => true }),
  'doze off': pause({ isSuspended: ({ pick }) => pick % 2 === 0 }),
  'wake in the past': pause({ isSuspended: () => false, jumpMs: ({ ms }) => -2 * ms }),
  /** Its clock is first set back, by far more than it sleeps. */
  'sleep with a clock set back': (fleet, incident) => {
    fleet.pickReplica(incident)?.process.jump(-50 * incident.ms)
    incidents['sleep with the machine'](fleet, incident)
  },
  partition: forAWhile((process, { pick }) => {
    process.isPartitioned = true
    if (pick % 2 === 0) process.breakWatches()
    return () => (process.isPartitioned = false)
  }),
  'lose its renewals': forAWhile((process) => {
    process.isLeaseCut = true
    return () => (process.isLeaseCut = false)
  }),
  'set a clock': (fleet, incident) => {
    const { pick, ms } = incident
    fleet.pickReplica(incident)?.process.jump(pick % 2 === 0 ? ms * 50 : -ms * 50)
  },
  outage: fail(1),
  overload: fail(0.6),
  'stall watches': forAWhile((process, { ms }) => {
    process.stall(ms)
    return () => undefined
  }),
  'stall some watches': forAWhile((process, { ms }) => {
    process.stall(ms, 0.5)
    return () => undefined
  }),
  /** Another process of the same name takes over, with watches that have been stalled while its objects changed. */
  'leave it to a blind twin': (fleet, incident) => {
    const replica = fleet.pickReplica(incident)
    if (replica === undefined) return
    const twin = fleet.start(replica.shard)
    fleet.time.after(1_000, () => twin.process.stall(60_000))
    fleet.time.after(1_500, () => fleet.addShard())
    fleet.time.after(9_000, () => fleet.crash(replica))
    fleet.blur(61_000)
  },
  /** The leader stops, and the next one has stalled watches. */
  'leave it to a blind leader': (fleet, incident) => {
    const leader = fleet.pickReplica({ ...incident, whom: 'leader' })
    for (const replica of fleet.replicas) if (replica !== leader) replica.process.stall(incident.ms)
    leader?.stop()
    fleet.blur(incident.ms)
  },
  /** A process pauses during a drain, while another of its name holds the lease with stalled watches. */
  'stand still in mid-drain': (fleet, incident) => {
    const replica = fleet.pickReplica(incident)
    if (replica === undefined) return
    const twin = fleet.start(replica.shard)
    fleet.time.after(1_000, () => twin.process.stall(60_000))
    fleet.time.after(1_500, () => fleet.addShard())
    fleet.time.after(1_600 + incident.pick, () => replica.process.pause())
    fleet.time.after(1_600 + incident.pick + incident.ms, () => {
      replica.process.resume(false)
      fleet.ledger.wake(replica)
    })
    fleet.blur(61_000)
  },
  'break watches': (fleet, incident) => {
    fleet.pickReplica(incident)?.process.breakWatches()
    fleet.blur(0)
  },
  compact: (fleet) => fleet.api.compact(),
  'scale out': (fleet, { pick }) => {
    for (let more = 1 + Number(pick % 4 === 0); more > 0 && fleet.wanted.size < 12; more--) fleet.addShard()
  },
  'scale in': (fleet, incident) => {
    const replica = fleet.pickReplica(incident)
    if (replica === undefined || fleet.wanted.size < 2 || fleet.isLastSharder(replica.shard)) return
    fleet.wanted.delete(replica.shard)
    for (const one of fleet.replicas) if (one.shard === replica.shard) one.stop()
  },
  restart: (fleet, incident) => fleet.pickReplica(incident)?.stop(),
  /** One after another, each once the one before has had time to return. */
  'rolling update': (fleet) => {
    const shards = fleet.replicas.map(({ shard }) => shard)
    for (const [index, shard] of shards.entries()) {
      fleet.time.after(index * 8_000, () => fleet.replicas.find((one) => one.shard === shard)?.stop())
    }
    fleet.trouble(shards.length * 8_000)
  },
  /** A force-deleted pod still runs beside its successor. */
  'start a twin': (fleet, incident) => {
    const name = fleet.pickReplica(incident)?.shard
    if (name !== undefined) fleet.start(name)
  },
  create: (fleet, { pick }) => fleet.create(pick % 3 === 0 ? 'Tenant' : 'Website', pick % 2 === 0),
  /** The webhook that assigns new objects does not know of a new shard yet, and a user removes its marks. */
  'create by an old ring': (fleet, incident) => {
    const by =
      fleet.pickReplica({ ...incident, whom: 'leader' }) === fleet.replicas[0] ? fleet.replicas[1] : fleet.replicas[0]
    if (by === undefined) return
    by.process.stall(12_000)
    fleet.blur(12_000)
    fleet.addShard()
    const made = (object: KubeObject) => {
      if (incident.pick % 3 > 0) fleet.time.after(300 + incident.pick, () => fleet.editByHand(object, patchOf(noMarks)))
    }
    for (const ms of [700, 1_400, 2_100, 2_800])
      fleet.time.after(ms, () => fleet.create('Website', false, { by, made }))
  },
  delete: (fleet, { pick }) => {
    const object = fleet.pickObject(pick)
    if (object !== undefined) fleet.api.delete(object.kind, object.metadata)
  },
  /** A user changes the spec of an object. */
  touch: (fleet, { pick, ms }) => {
    const object = fleet.pickObject(pick)
    if (object !== undefined) fleet.editByHand(object, { spec: { touched: ms } })
  },
  'delete a lease': onLease((fleet, lease) => fleet.deleteByHand(lease)),
  /** Before its holder has noticed the deletion. */
  'start a twin without a lease': (fleet, incident) => {
    const shard = fleet.pickReplica(incident)?.shard
    incidents['delete a lease'](fleet, incident)
    if (shard !== undefined) fleet.time.after(incident.pick / 2, () => fleet.start(shard))
    fleet.trouble(incident.pick / 2)
  },
  'strip a lease': onLease((fleet, lease) => fleet.editByHand(lease, { metadata: { labels: { [ringLabel]: null } } })),
  'shorten a lease': onLease((fleet, lease) => fleet.editByHand(lease, { spec: { leaseDurationSeconds: 1 } })),
  'remove the label': edit({ label: null }),
  'remove the annotation': edit({ note: null }),
  'remove all marks': edit(noMarks),
  'remove every mark': (fleet: Fleet) => {
    for (const object of fleet.objects) fleet.editByHand(object, patchOf(noMarks))
  },
  /** While there is no leader: the next one has never seen the marks. */
  'remove every mark without a leader': (fleet, incident) => {
    const leader = fleet.pickReplica({ ...incident, whom: 'leader' })
    if (leader !== undefined) fleet.crash(leader)
    fleet.time.after(50 + incident.pick, () => incidents['remove every mark'](fleet))
    fleet.trouble(50 + incident.pick)
  },
  'set a label': (fleet, incident) => {
    const label = fleet.replicas[incident.ms % Math.max(1, fleet.replicas.length)]?.shard
    if (label !== undefined) edit({ label })(fleet, incident)
  },
  'name nobody': edit({ label: 'nobody', note: null }),
  'ask for it': edit({ drain: 'true' }),
  'mislabel a child': (fleet, { pick }) => {
    const child = fleet.children[pick % Math.max(1, fleet.children.length)]
    const label = pick % 2 === 0 ? 'nobody' : null
    if (child !== undefined) fleet.editByHand(child, patchOf({ label }))
  },
} satisfies Record<string, Happening>

export type What = keyof typeof incidents
export const incidentNames = Object.keys(incidents) as What[]

export function happen(fleet: Fleet, incident: Incident): void {
  incidents[incident.what](fleet, incident)
}
