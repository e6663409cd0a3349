/** `kubewright protocol faults`: every fault, the nodes it takes down, and the recovery plan. */
import { formatState, formatStep, recoveries, type Recovery } from '@kubewright/protocol'
import { busiestState } from '@kubewright/protocol/semantics'
import { cliErrors } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { parseGoal, parseState } from './parse-state.ts'
import type { ProtocolAnswer, ProtocolRun } from './run-protocol.ts'

export function faultTable({ topology, options, paint }: ProtocolRun): ProtocolAnswer {
  const state = options.from === undefined ? busiestState(topology) : parseState(options.from, topology)
  if (state === undefined)
    throw cliErrors('KW_CLI_USAGE', {
      what: 'list faults',
      why: 'not every node can be up at the same time, so there is no default state for the faults',
      next: 'Pass the state: --from db=running,api=running.',
    })
  const all = recoveries(topology, state, {
    faults: options.double ? 2 : 1,
    ...(options.to === undefined ? {} : { to: parseGoal(options.to) }),
  })
  const lost = all.filter(({ plan }) => plan.status !== 'found')
  const head = `${paint.dim(`faults in ${formatState(state)}`)}\n`
  const foot =
    lost.length === 0
      ? paint.green('every fault can be recovered from')
      : paint.red(`${lost.length} cannot be recovered from`)
  return {
    value: all,
    text: `${head}${all.map((one) => recoveryLines(one, paint)).join('')}${foot}\n`,
    isWrong: lost.length > 0,
  }
}

function recoveryLines({ faults, cascade, plan }: Recovery, paint: Paint): string {
  const struck = [...new Set(cascade.map(({ node }) => node))]
  const down = struck.length === 0 ? '' : `  ${paint.yellow('takes down')} ${struck.join(', ')}\n`
  const way =
    plan.status === 'found'
      ? `  ${paint.green(`${plan.steps.length} steps`)} ${plan.lines.join(', ')}\n`
      : `  ${paint.red('no plan')}: ${plan.reason}\n`
  return `${paint.bold(faults.map(formatStep).join(', then '))}\n${down}${way}`
}
