/** Whether an object is an application managed by a protocol: its status has components with phases, and a plan. Pure. */
import { isPlain, type PlainObject } from '../objects/plain-object.ts'

export function isApplication({ status }: PlainObject): boolean {
  if (!isPlain(status) || !Array.isArray(status['plan']) || !isPlain(status['components'])) return false
  const components = Object.values(status['components'])
  return components.length > 0 && components.every((one) => isPlain(one) && typeof one['phase'] === 'string')
}
