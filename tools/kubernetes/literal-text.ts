/** JSON values as TypeScript source, formatted as the formatter does: on one line if it fits, one member a line otherwise. */
import { keyText, stringText } from './naming.ts'

const width = 120

/** Source text that is inserted unchanged: the name of a constant. */
export class Verbatim {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `used` is the number of columns taken before the value on its line, plus those needed after it. */
export function literalText(value: unknown, indent = '', used = indent.length): string {
  const flat = flatText(value)
  if (used + flat.length <= width || !isNested(value)) return flat
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

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Verbatim)
}

function flatText(value: unknown): string {
  if (typeof value === 'string') return stringText(value)
  if (value instanceof Verbatim) return value.text
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`
  if (!isNested(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${flatText(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
