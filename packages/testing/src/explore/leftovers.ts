/** What is wrong with what is left when a scenario has ended: too much, or too little. Pure. */
import { kindWithoutCluster } from './cluster-place.ts'
import { type Finding, finding } from './failure.ts'
import type { ListedObject } from './listed-objects.ts'
import type { Checkpoint } from './checkpoint.ts'

export interface Leftovers {
  readonly last: Checkpoint | undefined
  /** How many steps the user has taken: with one alone nothing can have been removed. */
  readonly steps: number
  /** Kinds that stay on purpose. */
  readonly keeps?: readonly { readonly kind: string }[] | undefined
  /** What things outside held at first, by name. */
  readonly outside?: ReadonlyMap<string, string>
}

/** If all that was declared is gone, all that was made for it must be. */
export function leaksIn({ last, steps, keeps = [], outside = new Map() }: Leftovers): readonly Finding[] {
  if (last === undefined || last.declared.length > 0 || steps < 2) return []
  const left = last.made.filter(
    (object) => !keeps.some(({ kind }) => kindWithoutCluster(object.split(' ')[0]!) === kind),
  )
  const held = [...last.outside].filter(([name, inventory]) => inventory !== outside.get(name))
  const gone = 'everything the user declared is gone, and'
  return [
    ...left.map((object) => finding('leak', `${gone} ${object} is still there`)),
    ...held.map(([name, inventory]) => finding('leak', `${gone} ${name} still holds something`, [inventory])),
  ]
}

/** @param wanted what the user made and has not removed, by uid @param objects what is there */
export function lossesIn(
  wanted: ReadonlyMap<string, string>,
  objects: readonly Pick<ListedObject, 'metadata'>[],
): readonly Finding[] {
  const there = new Set(objects.map(({ metadata }) => metadata.uid))
  return [...wanted].flatMap(([uid, object]) =>
    there.has(uid) ? [] : [finding('loss', `${object} is gone, and the user never removed it`)],
  )
}
