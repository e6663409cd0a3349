/** JSON values as TypeScript source: on one line where it fits, one member a line where it does not. */
import { keyText, stringText } from './naming.ts'

const width = 120

/** `used` is how many columns the line has before the value, and how many it needs after it. */
export function literalText(value: unknown, indent = '', used = indent.length): string {
  const flat = flatText(value)
  if (used + flat.length <= width || typeof value !== 'object' || value === null) return flat
  const deeper = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((item) => `${deeper}${literalText(item, deeper, deeper.length + 1)},\n`)
    : Object.entries(value).map(([key, item]) => memberText(key, item, deeper))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${members.join('')}${indent}${close}`
}

function memberText(key: string, value: unknown, indent: string): string {
  const start = `${indent}${keyText(key)}: `
  return `${start}${literalText(value, indent, start.length + 1)},\n`
}

function flatText(value: unknown): string {
  if (typeof value === 'string') return stringText(value)
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${flatText(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
