/** The planner: start, goal, and the cheapest plan with its parallel steps. */
import type { GlobalState, Goal, Plan } from '@kubewright/protocol'
import { useMemo, useState } from 'preact/hooks'
import { formatCount } from '../format.ts'
import { Chip, Failure } from '../parts.tsx'
import { Drawing } from './drawing.tsx'
import { choiceOf, type GoalChoice, goalOf } from './goal-choice.ts'
import type { ModelNode, ProtocolModel } from './protocol-model.ts'
import type { ProtocolSession, Sound } from './protocol-session.ts'
import { planShape } from './plan-shape.ts'
import { useSearch } from './use-search.ts'

const firstLimit = 200_000
const mostNodes = 200

/** Kept while the tab is open, across navigation to the simulator and back. */
let lastChoice: GoalChoice = new Map()
let lastFrom: 'current' | 'initial' = 'current'

interface Asked {
  readonly text: string
  readonly from: GlobalState
  readonly to: Goal
  readonly limit: number
}

export function PlannerTab({ session, sound }: { session: ProtocolSession; sound: Sound }) {
  const [choice, setChoice] = useState(lastChoice)
  const [from, setFrom] = useState(lastFrom)
  const [asked, setAsked] = useState<Asked>()
  const choose = (next: GoalChoice) => setChoice((lastChoice = next))
  const goal = goalOf(sound.model, choice)
  const up = useSearch('busiest', { text: sound.text, limit: firstLimit }, sound.text)
  const find = () => {
    const start = from === 'current' ? session.state! : sound.model.initial
    setAsked({ text: sound.text, from: start, to: goal, limit: firstLimit })
  }
  return (
    <>
      <fieldset class="goal">
        <legend>Start</legend>
        {(['current', 'initial'] as const).map((name) => (
          <label class="check" key={name}>
            <input type="radio" name="from" checked={from === name} onChange={() => setFrom((lastFrom = name))} />{' '}
            {name === 'current' ? 'the state of the simulator' : 'the initial state'}
          </label>
        ))}
      </fieldset>
      <fieldset class="goal">
        <legend>Goal</legend>
        {sound.model.nodes.slice(0, mostNodes).map((node) => (
          <NodeGoal key={node.name} node={node} model={sound.model} choice={choice} onChoose={choose} />
        ))}
        {sound.model.nodes.length > mostNodes ? <p class="soft">The other nodes may be in any state.</p> : null}
      </fieldset>
      <div class="actions">
        <button type="button" class="main" onClick={find} disabled={Object.keys(goal).length === 0}>
          Find a plan
        </button>
        <button type="button" disabled={up.answer === undefined} onClick={() => choose(choiceOf(up.answer!))}>
          Everything up
        </button>
        <button type="button" onClick={() => choose(new Map())}>
          Clear
        </button>
      </div>
      {asked === undefined ? null : <PlanAnswer asked={asked} session={session} onAsk={setAsked} />}
    </>
  )
}

interface PlanAnswerProps {
  readonly asked: Asked
  readonly session: ProtocolSession
  readonly onAsk: (asked: Asked) => void
}

function PlanAnswer({ asked, session, onAsk }: PlanAnswerProps) {
  const key = JSON.stringify(asked)
  const { answer, isBusy, failure, isTruncated, stop } = useSearch('plan', asked, key)
  return (
    <div aria-live="polite">
      {isBusy ? (
        <p class="soft">
          Searching …{' '}
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      ) : null}
      <Failure text={isTruncated ? `${failure} A plan may exist.` : failure} />
      {answer?.status === 'found' ? <FoundPlan key={key} plan={answer} session={session} /> : null}
      {answer === undefined || answer.status === 'found' ? null : (
        <div class="problem bad">
          <p>
            No plan: {answer.reason}. {formatCount(answer.explored, 'state')} looked at.
          </p>
          {answer.status === 'truncated' ? (
            <button type="button" onClick={() => onAsk({ ...asked, limit: asked.limit * 10 })}>
              Search ten times as far
            </button>
          ) : null}
        </div>
      )}
    </div>
  )
}

interface NodeGoalProps {
  readonly node: ModelNode
  readonly model: ProtocolModel
  readonly choice: GoalChoice
  readonly onChoose: (choice: GoalChoice) => void
}

function NodeGoal({ node: { name, type, replicas }, model, choice, onChoose }: NodeGoalProps) {
  const { state = '', count = replicas ?? 1 } = choice.get(name) ?? {}
  const set = (next: { state?: string; count?: number }) =>
    onChoose(new Map(choice).set(name, { state, count, ...next }))
  return (
    <span class="node-goal">
      <label>
        {name}{' '}
        <select
          aria-label={`Goal of ${name}`}
          value={state}
          onChange={({ currentTarget }) => set({ state: currentTarget.value })}
        >
          <option value="">any state</option>
          {model.types.get(type)!.states.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {replicas === undefined || state === '' ? null : (
        <label>
          at least{' '}
          <input
            type="number"
            min={1}
            max={replicas}
            value={count}
            onInput={({ currentTarget }) => set({ count: Number(currentTarget.value) || 1 })}
          />
        </label>
      )}
    </span>
  )
}

export function FoundPlan({ plan, session }: { plan: Plan; session: ProtocolSession }) {
  const [next, setNext] = useState(0)
  const [isDrawn, setDrawn] = useState(false)
  const shape = useMemo(() => planShape(plan, next), [plan, next])
  if (plan.steps.length === 0) return <p class="problem">Nothing to do: the goal is reached.</p>
  const play = async (until: number) => {
    if (next === 0) await session.restart(plan.from)
    await session.replay(plan.steps.slice(next, until))
    setNext(until)
  }
  return (
    <section aria-label="The plan">
      <p>
        <Chip tone="good">{formatCount(plan.steps.length, 'step')}</Chip>{' '}
        <span class="soft">
          cost {plan.cost}, {formatCount(plan.waves.length, 'wave')}, {formatCount(plan.explored, 'state')} looked at
        </span>
      </p>
      <div class="actions">
        <button type="button" disabled={next >= plan.steps.length} onClick={() => void play(next + 1)}>
          Play the next step
        </button>
        <button type="button" disabled={next >= plan.steps.length} onClick={() => void play(plan.steps.length)}>
          Play all
        </button>
        <button
          type="button"
          disabled={next === 0}
          onClick={() => void session.restart(plan.from).then(() => setNext(0))}
        >
          From the start
        </button>
        <button type="button" aria-pressed={isDrawn} onClick={() => setDrawn(!isDrawn)}>
          As a graph
        </button>
      </div>
      {isDrawn ? <Drawing label="The plan as a partial order" shape={shape} /> : <Waves plan={plan} next={next} />}
    </section>
  )
}

/** Steps on one line may run in parallel. */
function Waves({ plan: { waves, lines }, next }: { plan: Plan; next: number }) {
  return (
    <ol class="waves">
      {waves.map((wave, index) => (
        <li key={index}>
          {wave.map((step) => (
            <span key={step} class={`step ${step < next ? 'done' : ''}`}>
              {step < next ? '✓ ' : ''}
              {lines[step]}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}
