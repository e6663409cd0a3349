/** Findings about the objects that remain after a scenario: leaks and losses. Pure. */
import { kindWithoutCluster } from '../../requests/cluster-place.ts'
import { type Finding, finding } from '../trace/finding.ts'
import type { ListedObject } from '../state/listed-objects.ts'
import type { Checkpoint } from '../record/checkpoint.ts'

export interface Leftovers {
  readonly last: Checkpoint | undefined
  /** The number of the user's steps: with a single step nothing can have been deleted. */
  readonly steps: number
  /** Kinds that remain on purpose. */
  readonly keeps?: readonly { readonly kind: string }[] | undefined
  /** The initial state of external services, by name. */
  readonly outside?: ReadonlyMap<string, string>
}

/** If all declared objects are gone, all objects made for them must be gone. */
export function leaksIn({ last, steps, keeps = [], outside = new Map() }: Leftovers): readonly Finding[] {
  if (last === undefined || last.declared.length > 0 || steps < 2) return []
  const left = last.made.filter(
    (object) => !keeps.some(({ kind }) => kindWithoutCluster(object.split(' ')[0]!) === kind),
  )
  const held = [...last.outside].filter(([name, inventory]) => inventory !== outside.get(name))
  const gone = 'the user has deleted all objects, and'
  return [
    ...left.map((object) => finding('leak', `${gone} ${object} remains`)),
    ...held.map(([name, inventory]) => finding('leak', `${gone} ${name} is not as before`, [inventory])),
  ]
}

/** @param wanted the objects that the user created and did not delete, by uid @param objects the existing objects */
export function lossesIn(
  wanted: ReadonlyMap<string, string>,
  objects: readonly Pick<ListedObject, 'metadata'>[],
): readonly Finding[] {
  const there = new Set(objects.map(({ metadata }) => metadata.uid))
  return [...wanted].flatMap(([uid, object]) =>
    there.has(uid) ? [] : [finding('loss', `${object} is gone, but the user did not delete it`)],
  )
}
