/** Colours for terminals. NO_COLOR turns them off. */
import { ownSequence } from './own-sequence.ts'
import type { Output, Terminal } from './terminal.ts'

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const

export type Paint = { readonly [Style in keyof typeof codes]: (text: string) => string }

/** For text that is written to `output` only. */
export function paintFor(output: Output, { environment }: Pick<Terminal, 'environment'>): Paint {
  const isPlain = !wantsColors(output, environment)
  const styles = Object.entries(codes).map(([name, [on, off]]) => {
    return [
      name,
      (text: string) => (isPlain ? text : `${ownSequence(`\u001b[${on}m`)}${text}${ownSequence(`\u001b[${off}m`)}`),
    ]
  })
  return Object.fromEntries(styles) as Paint
}

function wantsColors({ isTTY = false }: Output, environment: Terminal['environment']): boolean {
  if (environment['NO_COLOR']) return false
  if (environment['FORCE_COLOR']) return environment['FORCE_COLOR'] !== '0'
  return isTTY && environment['TERM'] !== 'dumb'
}
