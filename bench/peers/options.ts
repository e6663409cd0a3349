/** The command line. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Contender, contendersWith } from './contenders.ts'
import { resultsFolder } from './results-folder.ts'
import type { Suite } from './suite.ts'

export interface Options {
  readonly suites: readonly Suite[]
  readonly contenders: readonly Contender[]
  readonly size?: number
  readonly rounds?: number
  readonly json?: string
  /** Where results are kept. @default nowhere */
  readonly results?: string
  /** Which sizes and rounds of a suite are taken where none are given. */
  readonly profile: 'defaults' | 'full' | 'smoke'
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
      results: { type: 'string' },
      'sharding-source': { type: 'string' },
      full: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      store: { type: 'boolean', default: false },
    },
  })
  const isSmoke = values.smoke
  if (values.store && !isSmoke) throw new Error('--store keeps the numbers of --smoke: use both.')
  if (values.full && isSmoke) throw new Error('--full and --smoke exclude each other.')
  // By default only comparable results are stored: of all contenders, with an unchanged profile.
  const isWhole = [values.peers, values.size, values.rounds].every((value) => value === undefined) && !isSmoke
  const source = values['sharding-source']
  const contenders = contendersWith(source === undefined ? undefined : resolve(source))
  const results = values.results ?? (isWhole ? resultsFolder : undefined)
  return {
    suites: select(suites, values.suite ?? (isSmoke ? 'throughput,latency' : undefined), '--suite'),
    contenders: select(contenders, values.peers ?? (isSmoke ? smokeContenders.join(',') : undefined), '--peers'),
    ...(values.size !== undefined && { size: positive('--size', values.size) }),
    ...(values.rounds !== undefined && { rounds: positive('--rounds', values.rounds) }),
    ...(values.json !== undefined && { json: values.json }),
    ...(results !== undefined && { results }),
    profile: isSmoke ? 'smoke' : values.full ? 'full' : 'defaults',
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
