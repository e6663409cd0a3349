/** The fields of a process plan in a file. Pure. */
import { type Check, hasFields, isFlag, isListOf, isNumber, isOfType, isText } from '../explore/plan/file-fields.ts'
import { after, type FormsOf, status, step } from '../explore/plan/plan-fields.ts'
import type { ProcessFault } from './process-plan.ts'

/** At least a verb and a kind: a process calls only the server. */
const isServerCall: Check = (value, place) =>
  isText(value, place) ??
  (/^\S+ \S/.test(value as string) ? undefined : `${place} is "${String(value)}", and has to name a verb and a kind`)
const request = hasFields({ call: isServerCall, nth: isNumber(1) })

const processFaults: FormsOf<ProcessFault> = {
  fail: { at: request, status },
  unsent: { at: request },
  lost: { at: request },
  crash: { at: request },
  blind: { kind: isText, step, after },
  slow: { kind: isText, step },
  cut: { kind: isText, step, isExpired: isFlag },
  hurry: { step },
  restart: { step },
}

export const isProcessPlan: Check = hasFields({ faults: isListOf(isOfType(processFaults)) })
