/** The moves that have not finished, for reports. */
import { releasedNote } from '../names.ts'
import { kindName } from '../ring/kinds.ts'
import type { RingView } from '../ring/placement.ts'
import type { KnownObjects, MainObject } from './known-objects.ts'
import type { Mover } from './mover.ts'

export interface PendingMove {
  readonly kind: string
  readonly namespace: string | undefined
  readonly name: string
  readonly from: string
  readonly to: string
  /** In wall clock time. */
  readonly since: number
}

export interface PendingMovesOptions {
  readonly objects: Pick<KnownObjects, 'main'>
  readonly mover: Pick<Mover, 'misplaced'>
  readonly viewOf: (main: MainObject) => RingView
}

/** The longest waiting first. */
export function pendingMoves({ objects, mover, viewOf }: PendingMovesOptions): readonly PendingMove[] {
  return mover.misplaced.flatMap(({ uid, since }) => {
    const main = objects.main(uid)
    return main === undefined ? [] : [pendingMove(main, viewOf(main), since)]
  })
}

function pendingMove({ resource, placed }: MainObject, { target }: RingView, since: number): PendingMove {
  const { note, remembered, namespace, name } = placed
  const actor = note === '' ? remembered : note
  const from = actor === releasedNote ? '' : actor
  return { kind: kindName(resource), namespace, name, from, to: target ?? '', since }
}
