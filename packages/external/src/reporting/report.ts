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
  DependenciesNotReady: 'waits for its dependencies',
  StillNeeded: 'waits until its dependents are deleted',
  OperationUnderWay: 'an operation of the provider is in progress',
  BeingDeleted: 'it is being deleted',
  NotVisibleYet: 'it was created a moment ago and is not visible yet',
} as const

const refusals = {
  CreateForbidden: 'it does not exist, and may not be created',
  UpdateForbidden: 'it differs from the spec, and may not be updated',
  RecreateForbidden: 'the change requires recreating it, which is not permitted',
  CreationAmbiguous:
    'a create call had no response, so it is unknown whether the resource exists. Check at the provider: if it exists, set the annotation kubewright.dev/external-name to its name; if it does not, remove the annotation kubewright.dev/external-creation',
  AlreadyExists:
    'it exists and was not created for this object. Choose another name, or set the annotation kubewright.dev/adopt to "true" to adopt it',
  NameChanged:
    'the spec now identifies another resource, and the one created for this object still exists. Undo the edit, or delete this object and create another',
  NeverShown:
    'it was created several times, each call succeeded, and no observation ever found it. Check that `verify` finds it by the fields it is created with, and delete duplicates at the provider; then remove the annotation kubewright.dev/external-creation',
  Broken: 'it exists, and `verify` reports it as broken',
} as const

/** @param given an addition: the provider's message, the object waited for, the setting that forbids an action */
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
 * The conditions of a report. `Ready`: the resource can be used. `Synced`: the external state is the desired one. A failed observation of
 * an available resource changes neither its state nor the status of `Ready`; `Synced` becomes False.
 */
export function conditionsOf({ state, reason, message, standing }: Report): Readonly<Record<ConditionType, Judgement>> {
  const isReady = state === 'Succeeded'
  const ready = isReady ? yes('Available') : no(reason, message)
  if (standing === 'failed') return { Ready: ready, Synced: no(reason, message) }
  return { Ready: ready, Synced: isReady ? yes('UpToDate') : unknown(reason, message) }
}
