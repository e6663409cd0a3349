/** The state of an object in the terms of its status, conditions and events. Pure. */
import { no, unknown, type Verdict as Judgement, yes } from '@kubewright/core'
import type { Decision } from '../decision/decide.ts'
import type { ConditionType } from '../machine/declared-status.ts'
import { sanitizedText } from '../calls/sanitized-text.ts'
import type { State } from '../decision/state.ts'

export interface Report {
  readonly state: State
  /** One CamelCase word, machine-readable. */
  readonly reason: string
  /** A sentence for users. */
  readonly message: string
  /** Whether the step succeeded. */
  readonly standing: 'fine' | 'under way' | 'failed'
}

const waits = {
  DependenciesNotReady: 'waits for what it depends on',
  StillNeeded: 'waits for those that need it',
  OperationUnderWay: 'an operation on it is under way',
  BeingDeleted: 'it is being deleted',
  NotVisibleYet: 'it was asked for a moment ago and does not show yet',
} as const

const refusals = {
  CreateForbidden: 'it does not exist, and permission to create it is not given',
  UpdateForbidden: 'it is not as it should be, and permission to update it is not given',
  RecreateForbidden:
    'it can only become what it should be by being made anew, and permission to delete and create it is not given',
  CreationAmbiguous:
    'a creation was begun and nobody knows whether it got through. Look for it at the provider: if it exists, set the annotation kubewright.dev/external-name to its name; if it does not, remove the annotation kubewright.dev/external-creation',
  AlreadyExists:
    'it exists and belongs to somebody else. Name another one, or set the annotation kubewright.dev/adopt to "true" to take it over',
  NameChanged:
    'the spec was edited so that it names another one, and the one that was made for it still exists. Set back what names it, or delete the object and make another',
  NeverShown:
    'it was created again and again, each time as if that had gone well, and no look ever showed it. See whether looks find it by what it is made with, and what was made too often; then remove the annotation kubewright.dev/external-creation',
  Broken: 'it exists and is broken',
} as const

/** @param given an addition from the observation or the dependencies: the provider's message, the object waited for */
export function reportOf(decision: Decision, given = ''): Report {
  const { state } = decision
  const said = sanitizedText(given)
  switch (decision.does) {
    case 'wait':
      return { state, reason: decision.why, message: joined(waits[decision.why], said), standing: 'under way' }
    case 'refuse':
      return { state, reason: decision.why, message: joined(refusals[decision.why], said), standing: 'failed' }
    case 'rest':
      return { state, reason: 'Available', message: said, standing: 'fine' }
    default:
      return { state, reason: state, message: said, standing: 'under way' }
  }
}

export function failureReport(state: State, reason: string, message: string): Report {
  return { state, reason, message, standing: 'failed' }
}

function joined(what: string, said: string): string {
  return said === '' ? what : `${what}: ${said}`
}

/**
 * The conditions of a report. `Ready`: the resource can be used. `Synced`: the external state is the desired one. A failed observation
 * says nothing about the resource: `Ready` then stays as it is, as its state does.
 */
export function conditionsOf({ state, reason, message, standing }: Report): Readonly<Record<ConditionType, Judgement>> {
  const isReady = state === 'Succeeded'
  const ready = isReady ? yes('Available') : no(reason, message)
  if (standing === 'failed') return { Ready: ready, Synced: no(reason, message) }
  return { Ready: ready, Synced: isReady ? yes('UpToDate') : unknown(reason, message) }
}
