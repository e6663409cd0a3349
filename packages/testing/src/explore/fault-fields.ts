/** Whether a fault that was read from a file has what a fault of its type needs. Pure. */

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const isCount: Check = (value) => Number.isInteger(value) && (value as number) > 0
const isStep: Check = (value) => Number.isInteger(value) && (value as number) >= 0
const isMoment: Check = (value) => hasAll(value, { call: isName, nth: isCount })
const isEvent: Check = (value) => hasAll(value, { kind: isName, nth: isCount })
const isName: Check = (value) => typeof value === 'string' && value !== ''
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)

const needed = new Map<unknown, Readonly<Record<string, Check>>>(
  Object.entries({
    fail: { at: isMoment, status: isOneOf(409, 429, 500, 503, 504) },
    unsent: { at: isMoment },
    lost: { at: isMoment },
    crash: { at: isMoment, when: isOneOf('before', 'after') },
    overlap: { at: isMoment, until: isOneOf('rest', 'step') },
    handover: { at: isMoment },
    hold: { from: isEvent, until: isOneOf('rest', 'step'), after: isOneOf('told', 'relisted') },
    expire: { from: isEvent },
    hurry: { step: isStep },
    restart: { step: isStep },
  }),
)

export function hasItsFields(fault: unknown): boolean {
  const { type } = (fault ?? {}) as Fields
  const checks = needed.get(type)
  return checks !== undefined && hasAll(fault, checks)
}

function hasAll(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  const fields = (value ?? {}) as Fields
  return Object.entries(checks).every(([name, check]) => check(fields[name]))
}
