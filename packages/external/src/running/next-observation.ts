/** The time of the next observation, by the decision. */
import { again, type Outcome } from '@kubewright/controller'
import { toMs } from '@kubewright/core'
import { hiddenForMs } from '../decision/creation-record.ts'
import type { Decision } from '../decision/decide.ts'
import { pollIntervalMs, spreadMs } from './poll-interval.ts'
import type { RunParts } from './run-parts.ts'

/** Delay before an object that changed concurrently is observed again. */
const soonMs = 50

export function observeAgainSoon(): Outcome {
  return again(soonMs)
}

/** While an operation is in progress. */
export function recheckLater({ machine, ctx }: RunParts): Outcome {
  return again(spreadMs(toMs(machine.recheck), ctx.reconcileId))
}

/** After a decision without an immediate action. */
export function observeLater(parts: RunParts, decision: Decision): Outcome {
  const why = decision.does === 'wait' ? decision.why : undefined
  switch (why) {
    case 'NotVisibleYet':
      return whenVisible(parts)
    case 'OperationUnderWay':
    case 'BeingDeleted':
      return recheckLater(parts)
    default: {
      const { machine, ctx, record } = parts
      const { poll, shortestPoll } = machine
      return again(spreadMs(pollIntervalMs(record.object, poll, shortestPoll), ctx.reconcileId))
    }
  }
}

function whenVisible(parts: RunParts): Outcome {
  const { machine, ctx, record } = parts
  const leftMs = hiddenForMs(record.creation, ctx.clock.now(), toMs(machine.visibleWithin))
  // No visibility delay is left: an operation in progress keeps it hidden.
  return leftMs === 0 ? recheckLater(parts) : again(Math.min(Math.ceil(leftMs) + 1, toMs(machine.recheck)))
}
