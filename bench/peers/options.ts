/** The command line. */
import { parseArgs } from 'node:util'
import { type Contender, contenders } from './contenders.ts'
import type { Suite } from './suite.ts'

export interface Options {
  readonly suites: readonly Suite[]
  readonly contenders: readonly Contender[]
  readonly size?: number
  readonly rounds?: number
  readonly json?: string
  readonly plots: boolean
  readonly isSmoke: boolean
  /** Keeps the numbers of a smoke run for later ones to be compared with. */
  readonly stores: boolean
}

const smokeContenders = ['kubewright', 'controller-runtime']

/** Failure: throws with the names that exist if a name is wrong. */
export function parseOptions(args: readonly string[], suites: readonly Suite[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      suite: { type: 'string' },
      peers: { type: 'string' },
      size: { type: 'string' },
      rounds: { type: 'string' },
      json: { type: 'string' },
      plot: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      store: { type: 'boolean', default: false },
    },
  })
  const isSmoke = values.smoke
  if (values.store && !isSmoke) throw new Error('--store keeps the numbers of --smoke: use both.')
  return {
    suites: select(suites, values.suite ?? (isSmoke ? 'throughput,latency' : undefined), '--suite'),
    contenders: select(contenders, values.peers ?? (isSmoke ? smokeContenders.join(',') : undefined), '--peers'),
    ...(values.size !== undefined && { size: positive('--size', values.size) }),
    ...(values.rounds !== undefined && { rounds: positive('--rounds', values.rounds) }),
    ...(values.json !== undefined && { json: values.json }),
    plots: values.plot,
    isSmoke,
    stores: values.store,
  }
}

function select<T extends { readonly name: string }>(all: readonly T[], names: string | undefined, flag: string): T[] {
  if (names === undefined) return [...all]
  return names.split(',').map((name) => {
    const found = all.find((one) => one.name === name)
    if (found === undefined)
      throw new Error(`${flag} ${name} is unknown. Use: ${all.map((one) => one.name).join(', ')}`)
    return found
  })
}

function positive(flag: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${flag} ${text} is not a whole number above 0.`)
  return value
}
