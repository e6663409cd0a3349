/** `kubewright protocol check`: problems of a protocol, and faults without recovery. */
import { analyse, type Analysis, checkTopology, formatState, type Problem, type Witness } from '@kubewright/protocol'
import { busiestState } from '@kubewright/protocol/semantics'
import type { Paint } from '../terminal/paint.ts'
import { parseGoal, parseState } from './parse-state.ts'
import type { ProtocolAnswer, ProtocolRun } from './run-protocol.ts'

export function checkProtocol({ topology, options, paint }: ProtocolRun): ProtocolAnswer {
  const problems = checkTopology(topology)
  if (problems.some(({ severity }) => severity === 'error'))
    return { value: { problems }, text: problemLines(problems, paint), isWrong: true }
  const goal = options.to === undefined ? busiestState(topology) : parseGoal(options.to)
  const analysis = analyse(topology, {
    from: parseState(options.from, topology),
    ...(goal === undefined ? {} : { goal }),
  })
  const isWrong = problems.length > 0 || analysis.deadlocks.count > 0 || (analysis.goal?.stuck.count ?? 0) > 0
  return {
    value: { problems, analysis, goal },
    text: [
      problemLines(problems, paint),
      analysisLines(analysis, paint),
      goal ? `goal        ${formatState(goal as never)}\n` : '',
    ].join(''),
    isWrong,
  }
}

function problemLines(problems: readonly Problem[], paint: Paint): string {
  return problems
    .map(({ condition, severity, type, nodes, message, remedy }) => {
      const colour = severity === 'error' ? paint.red : paint.yellow
      return `${colour(`${severity}: ${condition}`)} in ${paint.bold(type)} (${nodes.join(', ')})\n  ${message}\n  ${paint.green('→')} ${remedy}\n`
    })
    .join('')
}

function analysisLines({ states, faulty, deadlocks, goal, isTruncated }: Analysis, paint: Paint): string {
  const more = isTruncated ? ' at least; the limit was reached' : ''
  return [
    `states      ${states}${more}, ${faulty} with pending faults\n`,
    `deadlocks   ${deadlocks.count === 0 ? paint.green('none') : paint.red(String(deadlocks.count))}\n`,
    ...deadlocks.witnesses.map((witness) => witnessLines(witness, paint)),
    goal === undefined ? '' : `recovery    ${goalText(goal, paint)}\n`,
    ...(goal?.stuck.witnesses ?? []).map((witness) => witnessLines(witness, paint)),
  ].join('')
}

function goalText({ answer, stuck }: NonNullable<Analysis['goal']>, paint: Paint): string {
  if (answer === 'from everywhere') return paint.green('the goal can be reached from every state')
  if (answer === 'unknown') return paint.yellow('unknown: the limit of states was reached')
  return paint.red(`the goal cannot be reached from ${stuck.count} ${stuck.count === 1 ? 'state' : 'states'}`)
}

function witnessLines({ state, lines }: Witness, paint: Paint): string {
  const way = lines.length === 0 ? 'at the start' : `after ${lines.join(', ')}`
  return `  ${formatState(state)}\n  ${paint.dim(way)}\n`
}
