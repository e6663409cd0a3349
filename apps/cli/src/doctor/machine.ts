/** The requirements of this machine. Pure. */
import type { Diagnosis } from './diagnosis.ts'

const oldest = [20, 19] as const

export function diagnoseNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
  if (isEnough) return { name: 'node', state: 'fine', text: version }
  const next = `Install Node ${oldest.join('.')} or newer: https://nodejs.org`
  return { name: 'node', state: 'problem', text: `${version} is too old`, next }
}
