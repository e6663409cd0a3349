/** Which shard owns an object and why: as data and as sentences. Pure. */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { RingPlace } from '../ring/hash-ring.ts'
import { readMarks } from '../ring/marks.ts'
import { partitionKey } from '../ring/partition-key.ts'
import { type Place, placeOf, type RingSnapshot } from './place-report.ts'
import { kindName } from '../ring/kinds.ts'
import type { Step } from '../ring/placement.ts'

/** Which shard an object is assigned to, and why. */
export interface PlaceExplanation extends Place {
  readonly ring: string
  /** The requested object, if this one is its owner, which it follows. */
  readonly child?: ChildPlace
  /** Position of the key on the ring, and the next token of a shard: 16 hexadecimal digits each. */
  readonly hash?: string
  readonly token?: string
  /** The value of its label: the shard that watches it. */
  readonly label: string
  /** The explanation in sentences. */
  readonly why: readonly string[]
}

/** An owned object, which follows the shard of its owner. */
export interface ChildPlace {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** The shard that watches it; empty if none does. */
  readonly label: string
}

export function explainPlace(resource: Resource, object: KubeObject, snapshot: RingSnapshot): PlaceExplanation {
  const key = partitionKey(resource, object.metadata)
  const place = placeOf(resource, object, key, snapshot)
  const found = snapshot.hashRing.placeOf(key)
  return {
    ...place,
    ring: snapshot.ring,
    label: readMarks(object, snapshot.ring).label,
    ...(found === undefined ? {} : { hash: hex(found.hash), token: hex(found.token) }),
    why: [whyThere(place, found), whoActs(place, snapshot), whatNext(place)],
  }
}

export function childOf(resource: Resource, object: KubeObject, ring: string): ChildPlace {
  const { namespace, name } = object.metadata
  const { label } = readMarks(object, ring)
  return { kind: kindName(resource), ...(namespace === undefined ? {} : { namespace }), name, label }
}

function whyThere({ key, target }: Place, found: RingPlace | undefined): string {
  if (found === undefined) return 'The ring has no shards.'
  if (target === '') return 'The namespaceSelector of the ring does not select its namespace.'
  const [hash, token] = [hex(found.hash), hex(found.token)]
  return `Its key ${key} is at ${hash} on the ring, and the next token, ${token}, belongs to ${found.shard}.`
}

function whoActs({ actor }: Place, { livenessOf }: RingSnapshot): string {
  if (actor === '') return 'No shard may act on it.'
  const texts = {
    live: '',
    ending: ', but it no longer holds its lease',
    fenced: ', but the sharder holds its lease',
  }
  return `${actor} may act on it, as its annotation says${texts[livenessOf(actor)]}.`
}

function whatNext({ next, waitsFor, actor, target }: Place): string {
  const sentences: Readonly<Record<Step['do'], string>> = {
    nothing: actor === '' ? 'The ring does not assign it.' : 'It is on the right shard.',
    assign: `The sharder assigns it to ${target}.`,
    drain: `The sharder drains it: ${actor} has to release it before it is assigned to ${target || 'no shard'}.`,
    keep: `It stays with ${actor}: the sharder cancels the drain.`,
    restore: `Its labels were edited: the sharder restores those of ${actor}.`,
    clear: 'The sharder removes its labels.',
    wait: whatItWaitsFor(waitsFor, actor, target),
  }
  return sentences[next]
}

function whatItWaitsFor(waitsFor: string | undefined, actor: string, target: string): string {
  const to = target || 'another shard'
  if (waitsFor === 'drain')
    return `${actor} is draining it. When it has released the object, the sharder assigns it to ${target || 'no shard'}.`
  if (waitsFor === 'takeover')
    return `When the sharder has taken over the lease of ${actor}, it assigns the object to ${to}.`
  return 'It waits for a shard that it can be assigned to.'
}

function hex(hash: bigint): string {
  return hash.toString(16).padStart(16, '0')
}
