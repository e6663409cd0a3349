/** Global states and goals on a command line: `db=running,web=running:2+crashed:1`. */
import type { GlobalState, Goal, Topology } from '@kubewright/protocol'
import type { Counts } from '@kubewright/protocol/semantics'
import { setOwn } from '@kubewright/core/json'
import { cliErrors } from '../errors.ts'

/** A partial global state. The topology checks the names on use. */
export function parseGoal(text: string): Goal {
  const goal: Record<string, string | readonly string[] | Counts> = {}
  for (const term of text.split(/[,\s]+/).filter((part) => part !== '')) {
    const at = term.indexOf('=')
    if (at <= 0 || at === term.length - 1) throw malformed(text, term)
    setOwn(goal, term.slice(0, at), parseValue(term.slice(at + 1), text))
  }
  return goal as Goal
}

/** A complete global state. Omitted nodes are in their initial state. */
export function parseState(text: string | undefined, topology: Topology): GlobalState {
  if (text === undefined) return topology.initial
  return topology.state({ ...topology.initial, ...(parseGoal(text) as GlobalState) })
}

function parseValue(value: string, text: string): string | readonly string[] | Counts {
  if (value.includes('|')) return value.split('|')
  if (!value.includes(':')) return value
  const counts: Record<string, number> = {}
  for (const part of value.split('+')) {
    const [state = '', count = ''] = part.split(':')
    if (state === '' || !/^\d{1,9}$/.test(count)) throw malformed(text, part)
    setOwn(counts, state, Number(count))
  }
  return counts
}

function malformed(text: string, term: string): Error {
  return cliErrors('KW_CLI_USAGE', {
    what: `read the state ${JSON.stringify(text.slice(0, 200))}`,
    why: `${JSON.stringify(term.slice(0, 100))} is not NODE=STATE`,
    next: 'Write db=running,api=crashed; several states as db=running|crashed; replicas as web=running:2+crashed:1.',
  })
}
