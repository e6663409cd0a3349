/** Digests of the inputs and outputs of the table, so that a check for staleness needs neither Go nor the network. */
import { createHash } from 'node:crypto'

export interface Stamp {
  readonly inputs: string
  readonly outputs: string
}

/** Texts by path. The order does not matter; every byte does. */
export type Texts = ReadonlyMap<string, string>

export function stampOf(inputs: Texts, outputs: Texts): Stamp {
  return { inputs: digest(inputs), outputs: digest(outputs) }
}

/** Problems as sentences; empty if there are none. */
export function complaints(written: Stamp | undefined, present: Stamp): string[] {
  if (written === undefined) return ['tools/go-shapes/stamp.json is missing.']
  return [
    ...(written.inputs === present.inputs
      ? []
      : ['tools/go-shapes or the served kinds changed since the table was made.']),
    ...(written.outputs === present.outputs ? [] : ['packages/apiserver/src/generated/go-shapes was edited by hand.']),
  ]
}

function digest(texts: Texts): string {
  const hash = createHash('sha256')
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex')
}
