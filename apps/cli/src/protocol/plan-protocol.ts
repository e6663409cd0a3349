/** `kubewright protocol plan`: the cheapest plan to a goal, with its parallel steps. */
import { findPlan, formatState, type Plan } from '@kubewright/protocol'
import { busiestState } from '@kubewright/protocol/semantics'
import { cliErrors } from '../errors.ts'
import type { Paint } from '../terminal/paint.ts'
import { parseGoal, parseState } from './parse-state.ts'
import type { ProtocolAnswer, ProtocolRun } from './run-protocol.ts'

export function planProtocol({ topology, options, paint }: ProtocolRun): ProtocolAnswer {
  const to = options.to === undefined ? busiestState(topology) : parseGoal(options.to)
  if (to === undefined)
    throw cliErrors('KW_CLI_USAGE', {
      what: 'plan',
      why: 'no goal is given, and not every node can be up at the same time',
      next: 'Pass a goal: --to api=running.',
    })
  const plan = findPlan(topology, { from: parseState(options.from, topology), to })
  if (plan.status !== 'found') return { value: plan, text: `${paint.red('no plan')}: ${plan.reason}\n`, isWrong: true }
  return { value: plan, text: planLines(plan, paint) }
}

/** Steps in waves: those on one line may run in parallel. */
function planLines(plan: Plan, paint: Paint): string {
  if (plan.steps.length === 0) return `${paint.green('nothing to do')}: ${formatState(plan.from)}\n`
  const width = String(plan.waves.length).length
  const waves = plan.waves.map((wave, index) => {
    const steps = wave.map((step) => plan.lines[step]).join(paint.dim('  ∥  '))
    return `${String(index + 1).padStart(width)}  ${steps}\n`
  })
  const count = `${plan.steps.length} ${plan.steps.length === 1 ? 'step' : 'steps'}`
  return `${waves.join('')}${paint.dim(`${count}, cost ${plan.cost}, to ${formatState(plan.to)}`)}\n`
}
