/** The fault table: every fault of a running application, its consequences, and the recovery plan. */
import { type Analysis, formatState, formatStep, type Recovery } from '@kubewright/protocol'
import { useState } from 'preact/hooks'
import { formatCount } from '../format.ts'
import { Chip, Empty, Failure } from '../parts.tsx'
import type { ProtocolSession, Sound } from './protocol-session.ts'
import { useSearch } from './use-search.ts'

const limit = 200_000

export function FaultsTab({ session, sound }: { session: ProtocolSession; sound: Sound }) {
  const [place, setPlace] = useState<'up' | 'current'>('up')
  const [double, setDouble] = useState(false)
  const { text } = sound
  const up = useSearch('busiest', { text, limit }, text)
  const state = place === 'up' ? up.answer : session.state
  const isPossible = state !== undefined && (place === 'up' || session.outlook?.isSettled === true)
  const key = JSON.stringify([text, state, double])
  const table = useSearch('faults', isPossible ? { text, state, double, limit } : undefined, key)
  const analysis = useSearch(
    'analyse',
    up.answer && { text, goal: up.answer, limit },
    JSON.stringify([text, up.answer]),
  )
  return (
    <>
      <div class="actions">
        <label>
          Faults in{' '}
          <select value={place} onChange={({ currentTarget }) => setPlace(currentTarget.value as typeof place)}>
            <option value="up">the state with everything up</option>
            <option value="current">the state of the simulator</option>
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={double} onChange={({ currentTarget }) => setDouble(currentTarget.checked)} />{' '}
          two, one after the other
        </label>
      </div>
      <Survey analysis={analysis.answer} failure={analysis.failure} session={session} />
      {place === 'up' && !up.isBusy && up.answer === undefined ? (
        <Empty>No plan was found that brings every node up. Choose a state in the simulator.</Empty>
      ) : null}
      {place === 'current' && !isPossible ? <Empty>Handle the pending faults first.</Empty> : null}
      <Failure text={table.isTruncated ? `${table.failure} The table is not complete.` : table.failure} />
      {table.isBusy ? <p class="soft">Looking for every fault …</p> : null}
      {table.answer === undefined ? null : (
        <Table recoveries={table.answer.recoveries} session={session} start={table.answer.state} />
      )}
    </>
  )
}

interface SurveyProps {
  readonly analysis: Analysis | undefined
  readonly failure: string
  readonly session: ProtocolSession
}

/** All reachable states, and those without recovery. */
function Survey({ analysis, failure, session }: SurveyProps) {
  if (analysis === undefined) return <p class="soft">{failure === '' ? 'Visiting every state …' : failure}</p>
  const { states, deadlocks, goal, isTruncated } = analysis
  const witness = goal?.stuck.witnesses[0] ?? deadlocks.witnesses[0]
  const answer = goal?.answer ?? 'unknown'
  return (
    <div class="survey">
      <p>
        {answer === 'from everywhere' ? <Chip tone="good">recovers from everything</Chip> : null}
        {answer === 'unknown' ? <Chip tone="busy">unknown: too many states</Chip> : null}
        {answer === 'not from everywhere' ? (
          <Chip tone="bad">no way back from {formatCount(goal!.stuck.count, 'state')}</Chip>
        ) : null}{' '}
        <span class="soft">
          {isTruncated ? 'more than ' : ''}
          {formatCount(states, 'state')}, {formatCount(deadlocks.count, 'deadlock')}
        </span>
      </p>
      {witness === undefined ? null : (
        <p class="problem bad">
          It gets stuck after {witness.lines.join(', ') || 'nothing at all'}: {formatState(witness.state)}.{' '}
          <button type="button" onClick={() => void session.restart().then(() => session.replay(witness.lines))}>
            Go there in the simulator
          </button>
        </p>
      )}
    </div>
  )
}

const mostRows = 300

interface TableProps {
  readonly recoveries: readonly Recovery[]
  readonly session: ProtocolSession
  readonly start: Recovery['state']
}

function Table({ recoveries, session, start }: TableProps) {
  if (recoveries.length === 0) return <Empty>No fault can occur in this state.</Empty>
  const lost = recoveries.filter(({ plan }) => plan.status === 'unreachable').length
  const unknown = recoveries.filter(({ plan }) => plan.status === 'truncated').length
  return (
    <>
      <p role="status">
        {formatCount(recoveries.length, 'fault')}
        {lost > 0 ? `, ${lost} without a way back` : ', each with a way back'}
        {unknown > 0 ? `, ${unknown} not decided within ${limit.toLocaleString('en')} states` : ''}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Faults and recoveries">
        <table class="faults">
          <thead>
            <tr>
              <th scope="col">Fault</th>
              <th scope="col">Takes down</th>
              <th scope="col">Way back</th>
            </tr>
          </thead>
          <tbody>
            {recoveries.slice(0, mostRows).map((one, index) => (
              <Row key={index} recovery={one} session={session} start={start} />
            ))}
          </tbody>
        </table>
      </div>
      {recoveries.length > mostRows ? <p class="soft">… and {recoveries.length - mostRows} more</p> : null}
    </>
  )
}

function Row({ recovery, session, start }: { recovery: Recovery; session: ProtocolSession; start: Recovery['state'] }) {
  const { faults, cascade, plan, state } = recovery
  const down = [...new Set(cascade.map(({ node }) => node))]
  const show = () =>
    session
      .restart(start)
      .then(() => (faults.length === 1 ? session.replay([...faults, ...cascade]) : session.restart(state)))
  return (
    <tr>
      <td>
        <button type="button" class="link-button" onClick={() => void show()} title="Show it in the drawings">
          {faults.map(formatStep).join(', then ')}
        </button>
      </td>
      <td>{down.length === 0 ? <span class="soft">nothing else</span> : down.join(', ')}</td>
      <td class="way-back">
        {plan.status === 'found' ? (
          <>
            <Chip tone="good">{formatCount(plan.steps.length, 'step')}</Chip> {plan.lines.join(', ')}
          </>
        ) : (
          <>
            <Chip tone={plan.status === 'truncated' ? 'busy' : 'bad'}>
              {plan.status === 'truncated' ? 'not decided' : 'no way back'}
            </Chip>{' '}
            {plan.reason}; it stays at {formatState(state)}
          </>
        )}
      </td>
    </tr>
  )
}
